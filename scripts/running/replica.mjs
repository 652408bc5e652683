// A streaming replica of an embedded PostgreSQL, for tests and measurements.
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { copyCluster, keepOwner } from './copying.mjs'
import { startPostgres } from './postgres.mjs'

/**
 * Starts a streaming replica of the PostgreSQL at `url` in an empty folder. The primary knows it as `luna_replica`.
 * Returns the same as `startPostgres`.
 */
export async function startReplica({ url, directory, durable = true }) {
  await copyCluster(url, directory)
  const cluster = path.join(directory, 'cluster')
  const { hostname, port, username, password } = new URL(url)
  const primary = `host=${hostname} port=${port} user=${username} password=${password} application_name=luna_replica`
  fs.appendFileSync(path.join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  fs.writeFileSync(path.join(cluster, 'standby.signal'), '')
  keepOwner(cluster, path.join(cluster, 'standby.signal'))
  return startPostgres({ directory, durable, mustExist: true })
}

/** Kills a PostgreSQL like a crash of its machine: it does not come back. */
export async function killPostgres({ url, pid }) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query("select current_setting('data_directory') as cluster")
  const server = Number(fs.readFileSync(path.join(rows[0].cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  const ended = new Promise((resolve) => client.once('end', resolve))
  // Its keeper would start it again.
  process.kill(pid, 'SIGKILL')
  process.kill(server, 'SIGQUIT')
  await ended
}

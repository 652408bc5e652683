/** The only files that may import each of these packages. */
export const packageHomes: Record<string, RegExp> = {
  pg: /^(server\/(database\/|conversations\/gateway\/|kernel\/problem\.ts)|tests\/|bench\/|scripts\/)/,
  'pg-boss': /^server\/database\/jobs\.ts$/,
  stripe: /^(server\/billing\/stripe\/|packages\/|tests\/)/,
  nodemailer: /^(server\/messages\/mails\/mail\.ts|packages\/fake-mail\/mailbox\.test\.ts$|tests\/)/,
  fastify:
    /^(server\/[^/]+\.ts|server\/(kernel|identity|organizations)\/[^/]+\.ts|server\/.+\.routes\.ts|server\/pages\/(documents|sending)\.ts|packages\/|tests\/|bench\/)/,
  '@opentelemetry/api': /^server\/tracing\.ts$/,
  '@opentelemetry/exporter-trace-otlp-http': /^server\/tracing\.ts$/,
  '@opentelemetry/resources': /^server\/tracing\.ts$/,
  '@opentelemetry/sdk-trace': /^server\/tracing\.ts$/,
  '@zxcvbn-ts/language-common': /^server\/identity\/sign-in\/common-passwords\.ts$/,
  fflate: /^(server\/departure\/archive\.ts|server\/agents\/knowledge\/reader\/|tests\/)/,
  mammoth: /^server\/agents\/knowledge\/reader\//,
  unpdf: /^server\/agents\/knowledge\/reader\//,
  turndown: /^server\/agents\/knowledge\/reader\//,
  sharp: /^(server\/(images\/picture|organizations\/app\/app-icon)\.ts|tests\/|scripts\/pictures\.mjs$)/,
  ws: /^(server\/(conversations\/gateway|voice-provider\/elevenlabs)\/|packages\/fake-elevenlabs\/|tests\/|bench\/)/,
  react: /^web\/(?!voice\/(?!use-))/,
  '@base-ui/react': /^web\/kit\//,
  '@stripe/react-stripe-js': /^web\/screens\/billing\/paying\//,
  '@elevenlabs/client': /^bench\/voice-lab\//,
}

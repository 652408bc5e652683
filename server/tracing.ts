import { ROOT_CONTEXT, type Context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from './config.ts'
import { type Tracer, setTracer } from './spans.ts'

/** Loaded only when OTEL_EXPORTER_OTLP_ENDPOINT is set, so that nobody else pays for it. */

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/**
 * Sends the spans of this process to a collector, as OTLP over HTTP in JSON. A trace begins here: what browsers send
 * about traces is not followed, because anybody could send it. `stop` sends what is left.
 */
export function startTracing({ endpoint, headers, serviceName, sampler, samplerArg }: NonNullable<Config['tracing']>): {
  stop(): Promise<void>
} {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: chooseSampler(sampler, samplerArg),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  setTracer(createTracer(provider))
  return {
    stop: async () => {
      setTracer(null)
      // A collector that is away must not keep the server from ending.
      await provider.shutdown().catch(() => {})
    },
  }
}

function chooseSampler(name: NonNullable<Config['tracing']>['sampler'], ratio: number): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('always_on')
      ? new AlwaysOnSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('luna')
  return {
    start: ({ name, kind, attributes = {} }, parent) => {
      const above = (parent as Context | undefined) ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, above)
      return {
        context: trace.setSpan(above, span),
        end: ({ name: better, attributes: more, isFailed = false }) => {
          if (better) span.updateName(better)
          if (more) span.setAttributes(more)
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
  }
}

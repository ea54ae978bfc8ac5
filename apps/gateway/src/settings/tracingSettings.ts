import type { TracingSettings } from '../platform/tracing/Tracing.ts'

/**
 * The variables of OpenTelemetry. The exporter itself reads `OTEL_EXPORTER_OTLP_HEADERS` and the
 * certificates.
 * @throws Error that names the variable; the address may hold a password and is not repeated
 */
export function readTracingSettings(
  value: (name: string) => string | undefined,
): TracingSettings | undefined {
  const endpoint = value('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return undefined
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address.')
  return {
    endpoint,
    share: readShare(value('OTEL_TRACES_SAMPLER_ARG') ?? '1'),
    service: value('OTEL_SERVICE_NAME') ?? 'gateway',
  }
}

function readShare(text: string): number {
  const share = /^[0-9]*\.?[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (!(share > 0 && share <= 1))
    throw new Error(
      `OTEL_TRACES_SAMPLER_ARG is ${JSON.stringify(text)}; it must be a number above 0, at most 1.`,
    )
  return share
}

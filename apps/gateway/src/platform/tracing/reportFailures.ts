import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../log/Log.ts'

/** The same exporter; the log has a line when exports begin to fail, and one when they are back. */
export function reportFailures(
  exporter: SpanExporter,
  log: Pick<Log, 'info' | 'warn'>,
): SpanExporter {
  let lost = 0
  function note({ code, error }: ExportResult, spans: number): void {
    if (code === ExportResultCode.SUCCESS) {
      if (lost > 0) log.info('Traces are exported again', { lost })
      lost = 0
      return
    }
    if (lost === 0) log.warn('Traces cannot be exported', { error: error?.message })
    lost += spans
  }
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        note(result, spans.length)
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

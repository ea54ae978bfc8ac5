import type { Metrics } from './metrics.ts'

/** What every process says of itself. */
export function describeProcess(
  metrics: Metrics,
  { delay }: { readonly delay: () => { readonly p99: number; readonly max: number } | undefined },
): void {
  const memory = () => process.memoryUsage()
  metrics.gauge(
    'nodejs_eventloop_lag_p99_seconds',
    'How late the event loop came, 99th percentile of the last half to whole minute.',
    () => delay()?.p99,
  )
  metrics.gauge(
    'nodejs_eventloop_lag_max_seconds',
    'The worst of the same time.',
    () => delay()?.max,
  )
  metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => memory().rss)
  metrics.gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => memory().heapUsed)
  metrics.gauge('nodejs_heap_size_total_bytes', 'Heap.', () => memory().heapTotal)
  metrics.gauge('nodejs_external_memory_bytes', 'Memory outside the heap.', () => memory().external)
  metrics.total(
    'process_cpu_seconds_total',
    'Processor time.',
    () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  )
  metrics.gauge('process_uptime_seconds', 'Since the start.', () => process.uptime())
}

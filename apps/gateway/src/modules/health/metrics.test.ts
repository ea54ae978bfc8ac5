import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('writes counters, gauges and histograms in the text format of Prometheus (SR11)', () => {
  const metrics = createMetrics()
  const orders = metrics.counter('orders_total', 'Orders.')
  const latency = metrics.histogram('sync_seconds', 'Syncs.', [0.01, 0.1])
  metrics.gauge('open', 'Open.', () => 3)
  metrics.gauge('absent', 'Nothing.', () => undefined)
  metrics.total('bytes_total', 'Bytes.', () => [{ labels: { path: '/a"\\\n' }, value: 7 }])
  orders.add({ code: '0' })
  orders.add({ code: '0' })
  orders.add({ code: '40201' })
  for (const seconds of [0.005, 0.05, 0.5]) latency.observe(seconds)
  expect(metrics.text().split('\n')).toEqual([
    '# HELP orders_total Orders.',
    '# TYPE orders_total counter',
    'orders_total{code="0"} 2',
    'orders_total{code="40201"} 1',
    '# HELP sync_seconds Syncs.',
    '# TYPE sync_seconds histogram',
    'sync_seconds_bucket{le="0.01"} 1',
    'sync_seconds_bucket{le="0.1"} 2',
    'sync_seconds_bucket{le="+Inf"} 3',
    'sync_seconds_sum 0.555',
    'sync_seconds_count 3',
    '# HELP open Open.',
    '# TYPE open gauge',
    'open 3',
    '# HELP absent Nothing.',
    '# TYPE absent gauge',
    '# HELP bytes_total Bytes.',
    '# TYPE bytes_total counter',
    'bytes_total{path="/a\\"\\\\\\n"} 7',
    '',
  ])
})

it('counts a value within its bound and every greater one (SR11)', () => {
  const metrics = createMetrics()
  const latency = metrics.histogram('sync_seconds', 'Syncs.', [0.01, 0.1, 1])
  for (const seconds of [0.01, 0.1, 0.1, 2]) latency.observe(seconds)
  expect(metrics.text().match(/(?<=le="[^"]+"} )\d+/g)).toEqual(['1', '3', '3', '4'])
})

it('keeps label values apart that read alike when joined (SR11)', () => {
  const metrics = createMetrics()
  const answers = metrics.counter('answers_total', 'Answers.')
  answers.add({ route: 'a', status: 1 })
  answers.add({ route: 'a1', status: '' })
  answers.add({ route: 'a', status: 1 }, 2)
  expect(metrics.text().split('\n').slice(2)).toEqual([
    'answers_total{route="a",status="1"} 3',
    'answers_total{route="a1",status=""} 1',
    '',
  ])
})

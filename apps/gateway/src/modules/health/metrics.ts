/** Label names and values of one time series. */
export type Labels = Readonly<Record<string, string | number>>

export interface Sample {
  readonly labels?: Labels
  readonly value: number
}

export interface Counter {
  add(labels?: Labels, by?: number): void
}

export interface Histogram {
  /** In the unit of the name: seconds. */
  observe(value: number): void
}

/** A registry in Prometheus' text format, version 0.0.4. */
export interface Metrics {
  counter(name: string, help: string): Counter
  /** `read` is asked at each scrape; `undefined` leaves the metric out. */
  gauge(name: string, help: string, read: () => number | readonly Sample[] | undefined): void
  /** As a gauge, for what only grows. */
  total(name: string, help: string, read: () => number | readonly Sample[] | undefined): void
  histogram(name: string, help: string, bounds: readonly number[]): Histogram
  text(): string
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  lines(): readonly string[]
}

export function createMetrics(): Metrics {
  const families: Family[] = []
  const measured =
    (type: 'counter' | 'gauge') =>
    (name: string, help: string, read: () => number | readonly Sample[] | undefined) => {
      families.push({
        name,
        help,
        type,
        lines: () => samplesOf(read()).map(({ labels, value }) => line(name, labels, value)),
      })
    }
  return {
    gauge: measured('gauge'),
    total: measured('counter'),
    counter(name, help) {
      const counts = new Map<string, { readonly labels: Labels; value: number }>()
      families.push({
        name,
        help,
        type: 'counter',
        lines: () => [...counts.values()].map(({ labels, value }) => line(name, labels, value)),
      })
      return {
        add(labels = {}, by = 1) {
          let key = ''
          for (const [label, text] of Object.entries(labels)) key += `${label}\0${text}\0`
          const count = counts.get(key)
          if (count) count.value += by
          else counts.set(key, { labels, value: by })
        },
      }
    },
    histogram(name, help, bounds) {
      const { lines, observe } = createHistogram(name, bounds)
      families.push({ name, help, type: 'histogram', lines })
      return { observe }
    },
    text: () =>
      families
        .map(({ name, help, type, lines }) =>
          [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines(), ''].join('\n'),
        )
        .join(''),
  }
}

function createHistogram(
  name: string,
  bounds: readonly number[],
): Histogram & Pick<Family, 'lines'> {
  /** Of values that are within a bound and beyond the one before it. */
  const counts = bounds.map(() => 0)
  const within = (at: number) => counts.slice(0, at + 1).reduce((sum, each) => sum + each, 0)
  let count = 0
  let sum = 0
  return {
    lines: () => [
      ...bounds.map((le, at) => line(`${name}_bucket`, { le }, within(at))),
      line(`${name}_bucket`, { le: '+Inf' }, count),
      line(`${name}_sum`, {}, sum),
      line(`${name}_count`, {}, count),
    ],
    observe(value) {
      const at = bounds.findIndex((bound) => value <= bound)
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1
      count += 1
      sum += value
    },
  }
}

function samplesOf(read: number | readonly Sample[] | undefined): readonly Sample[] {
  if (read === undefined) return []
  return typeof read === 'number' ? [{ value: read }] : read
}

function line(name: string, labels: Labels = {}, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

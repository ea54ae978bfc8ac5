import { Tabs } from '@x/ui/tabs'

export function Orders({
  open,
  history,
}: {
  readonly open: readonly string[]
  readonly history: readonly string[]
}) {
  const list = (rows: readonly string[]) => (
    <ul>
      {rows.map((row) => (
        <li key={row}>{row}</li>
      ))}
    </ul>
  )
  return (
    <Tabs
      aria-label="Orders"
      items={[
        { value: 'open', label: 'Open', count: open.length, panel: list(open) },
        { value: 'history', label: 'History', panel: list(history) },
      ]}
    />
  )
}

import { useMemo } from 'react'
import { usePriceAlerts } from '../../../data/alerts/api.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { useTerminalMessages } from '../../../lib/messages/messages.ts'
import type { FixedLine } from '../orderLines.ts'

/** The price alerts of a pair as lines of its chart; inside TerminalTexts. */
export function useAlertLines({ symbol }: Pick<SpotSymbol, 'symbol'>): readonly FixedLine[] {
  const t = useTerminalMessages()
  const alerts = usePriceAlerts(symbol)
  // A list that says the same is the same.
  const prices = alerts.map(({ price }) => price).join(' ')
  return useMemo(
    () =>
      prices
        .split(' ')
        .filter(Boolean)
        .map((price) => ({ price, name: t('chart.alert'), tone: 'accent' })),
    [prices, t],
  )
}

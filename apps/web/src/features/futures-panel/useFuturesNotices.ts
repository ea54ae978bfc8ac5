import type { FuturesProduct } from '@x/api'
import { useNumbers } from '@x/locale/react'
import { productOf } from '../../data/futures/api.ts'
import { type FuturesRiskEvent, useRiskEvents } from '../../data/futures/useRiskEvents.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useGo } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { reportOrder } from '../orders/index.ts'

/**
 * Says what the exchange did to the account: margin calls, steps of a liquidation,
 * auto-deleveraging and funding. All of it stays in the message log.
 */
export function useFuturesNotices(product: FuturesProduct): void {
  const t = useFuturesMessages()
  const textOf = useNoticeText()
  const services = useServices()
  const { toasts, log } = services
  const go = useGo()
  useRiskEvents((event) => {
    if (productOf(event) !== product) return
    const { kind, liquidationId } = event
    const text = textOf(event)
    if (kind === 'funding') return reportOrder(services, { kind: 'info', text })
    if (liquidationId === null) toasts.warning(text)
    else
      toasts.warning(text, {
        action: {
          label: t('positions.report'),
          run: () => go(`/record/mcp/${liquidationId}`),
        },
      })
    log.add({ kind: kind === 'margin_call' ? 'error' : 'info', text })
  })
}

function useNoticeText(): (event: FuturesRiskEvent) => string {
  const t = useFuturesMessages()
  const numbers = useNumbers('prose')
  return ({ kind, symbol, marginCoin, marginRatio, amount, step }) => {
    const name = symbol ?? marginCoin
    switch (kind) {
      case 'margin_call': {
        const percent = numbers.percent(marginRatio ?? '100', { unit: 'percent', digits: 2 })
        return t('positions.call', { percent })
      }
      case 'funding': {
        const figure = numbers.number(amount ?? '0', { digits: 8, trim: true, signs: 'always' })
        return t('positions.notice.funding', { symbol: name, amount: `${figure} ${marginCoin}` })
      }
      case 'deleveraged':
        return t('positions.notice.deleveraged', { symbol: name })
      case 'liquidation': {
        const done = t(`positions.step.${stepOf(step)}`)
        return `${done} · ${t('positions.notice.liquidated', { symbol: name })}`
      }
    }
  }
}

const STEPS = [1, 2, 3, 4, 5] as const
const stepOf = (step: number | null) => STEPS.find((each) => each === step) ?? 1

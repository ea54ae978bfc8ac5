import type { FuturesPosition } from '@x/api'
import { legOf, useSetAutoMargin } from '../../data/futures/positionsApi.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { reportOrder } from '../orders/index.ts'

/** Turns the automatic margin of an isolated position on and off. */
export function useAutoMargin(): (position: FuturesPosition) => Promise<void> {
  const t = useFuturesMessages()
  const services = useServices()
  const [run] = useSetAutoMargin()
  return async (position) => {
    const { error } = await run({ ...legOf(position), enabled: !position.autoMargin })
    if (error) reportOrder(services, { kind: 'error', text: futuresErrorText(error, t) })
    else if (!position.autoMargin)
      reportOrder(services, { kind: 'success', text: t('positions.autoHelp') })
  }
}

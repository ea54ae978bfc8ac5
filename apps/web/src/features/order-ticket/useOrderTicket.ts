import type { Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { useQuotesStore } from '@x/market/react'
import { useLayoutEffect, useMemo, useState } from 'react'
import { usePendingOrdersStore } from '../../data/hooks/usePendingOrdersStore.ts'
import type { PendingOrders } from '../../data/submissions/createPendingOrders.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { createOrderTicket, type OrderTicket, type OrderTicketState } from './createOrderTicket.ts'
import type { TicketQuotes, TicketTypes } from './ticketProduct.ts'
import { unreadableText } from './ticketReducer.ts'
import { type OrderTicketProps, type TicketView, ticketView } from './ticketView.ts'
import { useNoOrders } from './useReadOnly.ts'
import { useTradingModule } from './useTradingModule.ts'

export interface TicketBinding<T extends TicketTypes> {
  readonly ticket: OrderTicket<T>
  readonly state: OrderTicketState<T>
  readonly view: TicketView<T>
  readonly quotes: Store<TicketQuotes>
  readonly pendingOrders: PendingOrders
  /** Whether a signed-in user's order could be sent now. */
  readonly canSubmit: boolean
  /** Why it could not, in the user's language. */
  readonly reason: string | undefined
  /** Why no order is taken in this symbol. */
  readonly readOnly: string | undefined
}

/** Creates the ticket of a form, feeds it with account and market, and translates its verdict. */
export function useOrderTicket<T extends TicketTypes>({
  product: { rules, loadTrading, usePendingOrders = usePendingOrdersStore },
  spec,
  available,
  terminal,
  initialSide: side,
}: OrderTicketProps<T>): TicketBinding<T> {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const services = useServices()
  const pendingOrders = usePendingOrders()
  const dispatch = useAppDispatch()
  const user = useAppSelector(selectUser)
  const readOnly = useNoOrders(spec)
  const quotes = useQuotesStore(useMarket(), spec.symbol, NORMAL_UPDATES)
  const isNeeded = user !== undefined
  const { module, isUnavailable } = useTradingModule({ isNeeded, fetchModule: loadTrading })
  const [ticket] = useState(() =>
    createOrderTicket({ rules, spec, terminal, side, quotes, pendingOrders }),
  )
  const trading = module?.trading
  const submitter = useMemo(() => {
    const context = { spec, services, pendingOrders, dispatch, funds: terminal.funds }
    return module?.createOrderSubmitter({ trading: module.trading, ...context })
  }, [module, spec, services, pendingOrders, dispatch, terminal.funds])
  const vipLevel = user?.vipLevel ?? 0
  useLayoutEffect(
    () => ticket.setInputs({ available, vipLevel, trading, submitter }),
    [ticket, available, vipLevel, trading, submitter],
  )
  useLayoutEffect(() => ticket.connect(), [ticket])

  const state = useStore(ticket)
  const { draft, verdict } = state
  const translated = Object.entries(verdict.problems).map(([field, problem]) => [
    field,
    problem && module?.problemText(problem, { t, numbers, spec, draft }),
  ])
  const problems = Object.fromEntries(translated) as Readonly<Partial<Record<string, string>>>
  const missing = verdict.missing && module?.missingText(verdict.missing, { t })
  const unreadable = unreadableText(state, rules)
  const problem = rules.fields.map((field) => problems[field]).find(Boolean)
  const lastPrice = () => quotes.getState().ticker?.last
  return {
    ticket,
    state,
    view: ticketView(ticket, { state, spec, rules, problems, lastPrice }),
    quotes,
    pendingOrders,
    canSubmit: module !== undefined && isNeeded && readOnly === undefined,
    reason: readOnly ?? (isUnavailable ? t('error.other') : (unreadable ?? missing ?? problem)),
    readOnly,
  }
}

import type { Translate } from '@x/locale/messages'
import type { Messages } from '../../lib/messages/messages.ts'
import type { Messages as PageMessages } from '../../generated/messages/pages/messages.ts'
import { type Side, sizeUnitOf, type SpotSymbol } from '../../data/spot/model.ts'
import { termsText, type TermsTextOptions } from '../order-terms/index.ts'
import type { PendingOrder } from '../../data/submissions/createPendingOrders.ts'

export interface PendingOrderTextOptions extends Pick<TermsTextOptions, 'figure'> {
  readonly t: Translate<Messages & PageMessages>
  /** A contract counts its sizes in a unit of its own. */
  readonly spec: (SpotSymbol & { readonly sizeUnit?: string }) | undefined
}

const STATUSES = [
  'open',
  'partially_filled',
  'waiting',
  'filled',
  'cancelled',
  'expired',
  'rejected',
] as const

/** Which order had no answer, and what is known of it. */
export function pendingOrderText(
  { terms, state, status }: PendingOrder,
  { t, figure, spec }: PendingOrderTextOptions,
): string {
  const field = (name: string) => (typeof terms[name] === 'string' ? terms[name] : undefined)
  const side = (field('side') as Side | undefined) === 'sell' ? t('spot.sell') : t('spot.buy')
  // A value in quote, or margin, which of contracts in dollars is coin.
  const unit = field('sizeUnit') ?? 'base'
  const isBase = unit === 'base' || (unit === 'margin' && spec?.quote === 'USD')
  const counted = spec && unit === 'base' ? { ...spec, base: sizeUnitOf(spec) } : spec
  const sizeUnit = isBase ? 'base' : 'quote'
  const named = {
    size: field('size') ?? '',
    sizeUnit,
    price: field('price'),
    triggerPrice: field('triggerPrice'),
  } as const
  const options = { t: t as Translate<Messages>, figure, spec: counted }
  const order = `${side} ${termsText(named, options)}`
  return `${t('unanswered.lead', { order })} ${stateText(state, { t, status })}`
}

function stateText(
  state: PendingOrder['state'],
  { t, status }: { readonly t: PendingOrderTextOptions['t']; readonly status: string | undefined },
): string {
  if (state === 'unseen') return t('unanswered.notSeen')
  if (state === 'never') return t('unanswered.never')
  const known = STATUSES.find((each) => each === status)
  return t('unanswered.arrived', { status: known ? t(`orders.status.${known}`) : (status ?? '') })
}

import { contractLegs, legsOf, type LegsOf } from '../exchange/state/openLegs.ts'
import type { ExchangeView } from '../exchange/state/ExchangeView.ts'

/** Where the numbers of legs that a state keeps are not those of its open orders; none: right. */
export function checkLegs(state: ExchangeView): string[] {
  const counted = new Map<string, { readonly of: LegsOf; legs: number }>()
  const add = (of: LegsOf, legs: number) => {
    const name = `${of.realm} ${of.userId} ${of.symbol ?? ''}`
    counted.set(name, { of, legs: (counted.get(name)?.legs ?? 0) + legs })
  }
  const count = ({ realm, userId, symbol }: Required<LegsOf>, legs: number) => {
    add({ realm, userId }, legs)
    add({ realm, userId, symbol }, legs)
  }
  // Who has traded may have none open.
  for (const userId of state.parties.keys())
    for (const realm of ['live', 'paper'] as const) add({ realm, userId }, 0)
  for (const order of state.orders.values()) count(order, legsOf(order))
  for (const order of state.futures.orders.values()) count(order, contractLegs(order))
  return [...counted.values()].flatMap(({ of, legs }) => {
    const kept = state.openLegs.count(of)
    return kept === legs ? [] : [`${JSON.stringify(of)} has ${legs} legs, not ${kept}`]
  })
}

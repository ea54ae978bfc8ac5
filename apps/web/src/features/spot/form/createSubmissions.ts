import type { Random } from '@x/kit'
import type { PlaceOrder } from '../../orders/model.ts'

type OrderTerms = Omit<PlaceOrder, 'clientOid'>

/** Gives each submission its key. */
export interface Submissions {
  /** The order with a fresh `clientOid`, or with the one of the same order whose fate is not known. */
  begin(terms: OrderTerms): PlaceOrder
  /** `answered`: the server has decided, the next order is another. `unknown`: it may have arrived; a repetition keeps its key. */
  end(outcome: 'answered' | 'unknown'): void
}

export function createSubmissions({ random }: { random: Random }): Submissions {
  let open: { readonly terms: string; readonly clientOid: string } | undefined
  return {
    begin(terms) {
      const key = JSON.stringify(terms)
      if (open?.terms !== key) open = { terms: key, clientOid: `w${hex(random.bytes(12))}` }
      return { ...terms, clientOid: open.clientOid }
    },
    end(outcome) {
      if (outcome === 'answered') open = undefined
    },
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

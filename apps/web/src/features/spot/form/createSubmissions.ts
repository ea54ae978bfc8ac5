import type { Random } from '@x/kit'

/** Gives each submission of an order, or of anything else that must not happen twice, its key. */
export interface Submissions<Terms extends object> {
  /** The terms with a fresh `clientOid`, or with the one of the same terms whose fate is not known. */
  begin(terms: Terms): Terms & { readonly clientOid: string }
  /** `answered`: the server has decided, the next submission is another. `unknown`: it may have arrived; a repetition keeps its key. */
  end(outcome: 'answered' | 'unknown'): void
}

export function createSubmissions<Terms extends object>({ random }: { random: Random }): Submissions<Terms> {
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

import type { Random } from '@x/kit'

/** Gives each submission of what must not happen twice its key, as long as its form lasts. */
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
      if (open?.terms !== key) open = { terms: key, clientOid: freshKey(random) }
      return { ...terms, clientOid: open.clientOid }
    },
    end(outcome) {
      if (outcome === 'answered') open = undefined
    },
  }
}

/** A `clientOid` that nobody has used. */
export const freshKey = (random: Random): string => `w${Array.from(random.bytes(12), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

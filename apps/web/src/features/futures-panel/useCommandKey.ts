import { randomHex } from '@x/kit'
import { useRef } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'

/**
 * The `clientOid` of a command: what is sent again without an answer, on the same terms, keeps its
 * key, so that it is carried out once.
 */
export function useCommandKey() {
  const { random } = useServices()
  const sent = useRef<{ readonly terms: string; readonly clientOid: string } | undefined>(undefined)
  return {
    of(terms: string): string {
      if (sent.current?.terms !== terms)
        sent.current = { terms, clientOid: `w${randomHex(random, 12)}` }
      return sent.current.clientOid
    },
    /** What is sent after an answer is meant a second time. */
    answered(): void {
      sent.current = undefined
    },
  }
}

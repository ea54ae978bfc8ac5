import type { ReferralCodes } from '@x/referral'
import { useEffect, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'

const CODE = /^[\w-]{1,64}$/

/** The code of who invited the user: of the link that was followed, until another one is typed. */
export function useReferralCode() {
  const { referral } = useServices()
  const [typed, setTyped] = useState<string>()
  const [kept, setKept] = useState<string>()
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    referral().then(
      (store) => {
        if (isOver) return
        const read = () => setKept(store.getState()?.commonCode)
        read()
        stop = store.subscribe(read)
      },
      // The registration asks for it once more.
      () => {},
    )
    return () => {
      isOver = true
      stop()
    }
  }, [referral])
  const code = (typed ?? kept ?? '').trim()
  return {
    text: typed ?? kept ?? '',
    setText: setTyped,
    isWrong: code !== '' && !CODE.test(code),
    /** The codes of the link with this one instead of its own. */
    mergeInto: ({ commonCode: own, ...others }: ReferralCodes): ReferralCodes => {
      const chosen = typed === undefined ? own : code
      return chosen ? { ...others, commonCode: chosen } : others
    },
  }
}

export type ReferralCodeState = ReturnType<typeof useReferralCode>

import { useRef, useState } from 'react'
import { useQuoteLife } from '../../data/payments/useQuoteLife.ts'
import {
  quoteSwap,
  signSwap,
  type Web3Swap,
  type Web3SwapQuote,
} from '../../data/payments/web3Swap.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { simulateWallet } from '../../data/third-party/api.ts'
import { leavingErrorText } from '../../lib/errors/leavingErrorText.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { walletOver } from '../../lib/credentials/walletOver.ts'

const PRICE_MOVED = '40231'

export interface SwapRequest {
  readonly fromAsset: string
  readonly toAsset: string
  readonly amount: string
  readonly slippage: string
}

/** What is offered now, and what the wallet signs of it. */
export function useSwap({ onDone }: { readonly onDone: (swap: Web3Swap) => void }) {
  const t = useAccountMessages()
  const dispatch = useAppDispatch()
  const signature = useSignature()
  const [quote, setQuote] = useState<Web3SwapQuote>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  /** Counts what was typed: the answer to a request for something else is none. */
  const draft = useRef(0)

  useQuoteLife(quote, () => {
    setQuote(undefined)
    setRefusal(t('convert.expired'))
  })

  async function run(work: () => Promise<string | undefined>): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    const asked = draft.current
    const refused = await work().catch((error: unknown) =>
      failureOf(error).code === PRICE_MOVED ? t('swap.moved') : leavingErrorText(error, t),
    )
    if (draft.current === asked) setRefusal(refused)
    setBusy(false)
  }
  return {
    quote,
    isBusy,
    refusal,
    /** What was typed changed: an offer for something else is none. */
    drop() {
      draft.current += 1
      setQuote(undefined)
      setRefusal(undefined)
    },
    ask: (request: SwapRequest) =>
      run(async () => {
        const asked = draft.current
        const offer = await dispatch(quoteSwap(request))
        if (draft.current === asked) setQuote(offer)
        return undefined
      }),
    sign: (offer: Web3SwapQuote) =>
      run(async () => {
        const signed = await signature(offer)
        if ('refused' in signed) return signed.refused
        setQuote(undefined)
        const { quoteId } = offer
        onDone(await dispatch(signSwap({ quoteId, signature: signed.signature })))
        return undefined
      }),
  }
}

/** Asks the browser's wallet, which must show the account that is bound. */
function useSignature() {
  const t = useAccountMessages()
  const { config, wallet } = useServices()
  const dispatch = useAppDispatch()

  /** Of the wallet that the gateway stands in for in development. */
  async function simulated({ wallet: account, typedData }: Web3SwapQuote) {
    const { signature } = await dispatch(simulateWallet({ account, typedData }))
    return signature === null ? { refused: t('swap.declined') } : { signature }
  }

  return async (
    offer: Web3SwapQuote,
  ): Promise<{ readonly signature: string } | { readonly refused: string }> => {
    const provider = wallet()
    if (!provider && config.standins.includes('wallet')) return simulated(offer)
    if (!provider) return { refused: t('third.noWallet') }
    const own = walletOver(provider)
    try {
      const address = await own.address()
      if (address.toLowerCase() !== offer.wallet.toLowerCase())
        return { refused: t('swap.other', { address: offer.wallet }) }
      return { signature: await own.signTypedData(offer.typedData, { address }) }
    } catch {
      return { refused: t('swap.declined') }
    }
  }
}

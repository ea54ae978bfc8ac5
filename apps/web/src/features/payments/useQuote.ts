import { useRef, useState } from 'react'
import {
  acceptQuote,
  type Conversion,
  type ConvertQuote,
  type ConvertTerms,
  DECIDED,
  quoteConversion,
} from '../../data/payments/api.ts'
import { useQuoteLife } from '../../data/payments/useQuoteLife.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'

const QUOTE_EXPIRED = '40231'

export interface ConversionRequest {
  readonly fromAsset: string
  readonly toAsset: string
  readonly amount: string
}

/** The price that is offered now, and what becomes of it. */
export function useQuote({ onDone }: { readonly onDone: (conversion: Conversion) => void }) {
  const t = useAccountMessages()
  const dispatch = useAppDispatch()
  const submitter = useSubmitter<ConvertTerms>('conversions', { decided: DECIDED })
  const [quote, setQuote] = useState<ConvertQuote>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  /** Counts what was typed: the answer to a request for something else is none. */
  const draft = useRef(0)

  useQuoteLife(quote, () => {
    setQuote(undefined)
    setRefusal(t('convert.expired'))
  })

  const explain = (error: unknown) =>
    setRefusal(
      failureOf(error).code === QUOTE_EXPIRED ? t('convert.expired') : serverText(error, t),
    )
  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    const asked = draft.current
    await work().catch((error: unknown) => {
      if (draft.current === asked) explain(error)
    })
    setBusy(false)
  }
  return {
    quote,
    isBusy,
    refusal,
    /** What was typed changed: a price for something else is none. */
    drop() {
      draft.current += 1
      setQuote(undefined)
      setRefusal(undefined)
    },
    ask: (request: ConversionRequest) =>
      run(async () => {
        const asked = draft.current
        const offer = await dispatch(quoteConversion(request))
        if (draft.current === asked) setQuote(offer)
      }),
    accept: ({ quoteId }: ConvertQuote) =>
      run(async () => {
        const accepted = await dispatch(acceptQuote({ quoteId }, submitter))
        setQuote(undefined)
        // The price may have expired on screen meanwhile: what the server says counts.
        setRefusal(undefined)
        if (accepted.status === 'accepted') onDone(accepted.response)
        else if (accepted.isUnknown) setRefusal(t('send.unknown'))
        else explain(accepted.error)
      }),
  }
}

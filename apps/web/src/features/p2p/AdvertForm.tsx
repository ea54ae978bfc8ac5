import { Button } from '@x/ui/button'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { TextArea } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import type { AdvertTerms, P2pConfig } from '../../data/p2p/adverts.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { type AdvertDraft, faultsOf, PAY_MINUTES, termsOf } from './advertDraft.ts'
import { AdvertAmounts } from './AdvertAmounts.tsx'
import { AdvertMethods } from './AdvertMethods.tsx'
import type { AdvertPart } from './AdvertPart.ts'

const LONGEST_TERMS = 1000

export interface AdvertFormProps {
  readonly offer: P2pConfig
  readonly initial: AdvertDraft
  /** Coins that the advert has put aside already; absent: it is new. */
  readonly escrowed?: string
  /** Answers whether it was done. */
  readonly onSend: (terms: AdvertTerms) => Promise<boolean>
  readonly onDone: () => void
  readonly isBusy: boolean
}

/** Everything of an advert; side, coin and currency of a published one stay. */
export function AdvertForm({ offer, initial, escrowed, onSend, onDone, isBusy }: AdvertFormProps) {
  const t = useP2pMessages()
  const balances = useBalances().data
  const [draft, setDraft] = useState(initial)
  const [isSent, setSent] = useState(false)
  const set = (changes: Partial<AdvertDraft>) => setDraft((now) => ({ ...now, ...changes }))
  const available = balances?.find(({ asset }) => asset === draft.asset)?.available ?? '0'
  const faults = faultsOf(draft, { available, escrowed: escrowed ?? '0' })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (Object.keys(faults).length > 0) return
    if (await onSend(termsOf(draft))) onDone()
  }
  const parts = { offer, draft, set, faults: isSent ? faults : {} }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
      {escrowed === undefined ? <Offered {...parts} /> : null}
      <AdvertAmounts {...parts} available={available} />
      <Select
        label={t('advert.payMinutes')}
        options={PAY_MINUTES.map((value) => ({ value, label: value }))}
        value={draft.payMinutes}
        onChange={(payMinutes) => payMinutes !== null && set({ payMinutes })}
      />
      <AdvertMethods {...parts} />
      <TextArea
        label={t('advert.terms')}
        maxLength={LONGEST_TERMS}
        value={draft.terms}
        onChange={(terms) => set({ terms })}
      />
      <Button type="submit" variant="primary" size="large" block loading={isBusy}>
        {t(escrowed === undefined ? 'advert.publish' : 'advert.save')}
      </Button>
    </form>
  )
}

function Offered({ offer, draft, set }: AdvertPart) {
  const t = useP2pMessages()
  return (
    <>
      <SegmentedControl
        aria-label={t('advert.publish')}
        block
        segments={[
          { value: 'buy', label: t('spot.buy'), tone: 'up' },
          { value: 'sell', label: t('spot.sell'), tone: 'down' },
        ]}
        value={draft.side}
        onChange={(side) => set({ side, methods: [] })}
      />
      <Select
        label={t('advert.asset')}
        options={offer.assets.map((value) => ({ value, label: value }))}
        value={draft.asset}
        onChange={(asset) => asset !== null && set({ asset })}
      />
      <Select
        label={t('settings.currency')}
        options={offer.fiats.map(({ fiat }) => ({ value: fiat, label: fiat }))}
        value={draft.fiat}
        onChange={(fiat) => fiat !== null && set({ fiat, methods: [] })}
      />
    </>
  )
}

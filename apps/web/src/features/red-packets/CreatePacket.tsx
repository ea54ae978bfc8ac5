import { finishAmount } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { readAmount } from '../../data/funds/readAmount.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import {
  createPacket,
  DECIDED,
  type PacketTerms,
  type RedPacket,
} from '../../data/redPackets/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { leavingErrorText } from '../../lib/errors/leavingErrorText.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import { useStepUp } from '../account/index.ts'
import { PacketLink } from './PacketLink.tsx'
import styles from './redPackets.module.css'

const MOST_DECIMALS = 6
const MOST_PEOPLE = 500
const PROOF_NEEDED = '00005'

/** What goes into a packet, for how many, and how it is divided. */
export function CreatePacket() {
  const t = useProductMessages()
  const [made, setMade] = useState<RedPacket>()
  return (
    <section className={styles['card']} aria-labelledby="red-packet">
      <h1 id="red-packet" className={styles['title']}>
        {t('product.redPacket')}
      </h1>
      <p className={styles['lead']}>{t('redPacket.lead')}</p>
      {made ? <PacketLink packet={made} /> : null}
      <PacketForm onMade={setMade} />
    </section>
  )
}

function PacketForm({ onMade }: { readonly onMade: (packet: RedPacket) => void }) {
  const t = useProductMessages()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const draft = usePacketDraft()
  const { isBusy, send } = useSendPacket({ onMade })
  const figure = (text: string) => numbers.number(text, { digits: 8, trim: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft.terms || isBusy) return
    if (await send(draft.terms)) draft.clear()
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <Select
        label={t('orders.asset')}
        size="large"
        options={draft.assets.map(({ asset, available }) => ({
          value: asset,
          label: asset,
          icon: <CoinIcon asset={asset} size={16} />,
          hint: <NumberText>{figure(available)}</NumberText>,
        }))}
        value={draft.asset}
        onChange={(asset) => asset !== null && draft.setAsset(asset)}
      />
      <AmountField
        label={t('spot.amount')}
        size="large"
        decimals={MOST_DECIMALS}
        unit={draft.asset}
        value={draft.amount}
        error={draft.isTooMuch ? t('error.balance') : undefined}
        help={
          <>
            {t('orders.available')}{' '}
            <NumberText unit={draft.asset}>{figure(draft.available)}</NumberText>
          </>
        }
        {...readers(MOST_DECIMALS)}
        onChange={draft.setAmount}
      />
      <AmountField
        label={t('redPacket.count')}
        size="large"
        decimals={0}
        value={draft.count}
        error={draft.isCountWrong ? t('redPacket.countLimit', { most: MOST_PEOPLE }) : undefined}
        {...readers(0)}
        onChange={draft.setCount}
      />
      <SegmentedControl
        aria-label={t('redPacket.split')}
        block
        segments={[
          { value: 'random', label: t('redPacket.random') },
          { value: 'equal', label: t('redPacket.equal') },
        ]}
        value={draft.split}
        onChange={draft.setSplit}
      />
      <TextField
        label={t('redPacket.greeting')}
        size="large"
        maxLength={100}
        counter
        value={draft.greeting}
        onChange={draft.setGreeting}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        loading={isBusy}
        disabled={!draft.terms}
        disabledReason={t('spot.enterAmount')}
      >
        {t('redPacket.create')}
      </Button>
    </form>
  )
}

function usePacketDraft() {
  const assets = useBalances().data ?? NONE
  const [wanted, setAsset] = useState('USDT')
  const [amount, setAmount] = useState('')
  const [count, setCount] = useState('')
  const [split, setSplit] = useState<PacketTerms['split']>('random')
  const [greeting, setGreeting] = useState('')
  const { asset, available } = assets.find((each) => each.asset === wanted) ?? {
    asset: wanted,
    available: '0',
  }
  const { amount: total, isTooMuch } = readAmount(amount, available)
  const people = Number(finishAmount(count))
  const isCountWrong = count !== '' && !(people >= 1 && people <= MOST_PEOPLE)
  const terms: PacketTerms | undefined =
    total !== undefined && count !== '' && !isCountWrong
      ? { asset, amount: total, count: people, split, greeting: greeting.trim() }
      : undefined
  return {
    assets: assets.filter((each) => each.available !== '0' || each.asset === asset),
    asset,
    available,
    amount,
    count,
    split,
    greeting,
    terms,
    isTooMuch,
    isCountWrong,
    setAsset,
    setAmount,
    setCount,
    setSplit,
    setGreeting,
    clear() {
      setAmount('')
      setGreeting('')
    },
  }
}

const NONE: readonly never[] = []

/** Asks, sends, and asks for a proof where the server wants one. */
function useSendPacket({ onMade }: { readonly onMade: (packet: RedPacket) => void }) {
  const t = useProductMessages()
  const numbers = useNumbers('trading')
  const { toasts } = useServices()
  const confirm = useConfirm()
  const dispatch = useAppDispatch()
  const prove = useStepUp()
  const submitter = useSubmitter<PacketTerms>('redPackets', { decided: DECIDED })
  const [isBusy, setBusy] = useState(false)

  async function deliver(terms: PacketTerms): Promise<RedPacket | undefined> {
    const first = await dispatch(createPacket(terms, { submitter, verifyToken: undefined }))
    if (first.status === 'accepted') return first.response
    if (failureOf(first.error).code !== PROOF_NEEDED) throw first
    const verifyToken = await prove('redPacket')
    if (verifyToken === undefined) return undefined
    const second = await dispatch(createPacket(terms, { submitter, verifyToken }))
    if (second.status === 'accepted') return second.response
    throw second
  }

  async function send(terms: PacketTerms): Promise<boolean> {
    const amount = `${numbers.number(terms.amount, { digits: 8, trim: true })} ${terms.asset}`
    const isMeant = await confirm({
      title: t('redPacket.create'),
      message: t('redPacket.confirm', { amount, count: terms.count }),
      confirmText: t('redPacket.create'),
    })
    if (!isMeant) return false
    setBusy(true)
    try {
      const packet = await deliver(terms)
      if (packet) onMade(packet)
      return packet !== undefined
    } catch (failure) {
      const { error = failure, isUnknown = false } = failure as {
        error?: unknown
        isUnknown?: boolean
      }
      toasts.error(isUnknown ? t('redPacket.unknown') : leavingErrorText(error, t))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, send }
}

import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { useState } from 'react'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { readProof, useInsuranceFunds } from '../../data/futures/proofApi.ts'
import {
  type ChainVerdict,
  type DayVerdict,
  verifyChain,
  verifyDays,
  verifyFunding,
} from '../../data/futures/verifyProof.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futuresRecords.module.css'

interface Verdict {
  readonly chain: ChainVerdict
  readonly days: readonly DayVerdict[]
  readonly funding:
    | {
        readonly rate: string
        readonly holds: boolean
        readonly paid: string
        readonly count: number
      }
    | undefined
}

/** `/futures/proof`: prices and funding, verified in the browser of who asks (futures 14). */
export default function ProofPage() {
  const t = useFuturesMessages()
  usePageTitle(t('positions.proofTitle'))
  const contracts = useContracts()
  const [symbol, setSymbol] = useState('BTCUSDT')
  const { verify, verdict, failure, isBusy } = useVerification(symbol)
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('positions.proofTitle')}</h1>
      <section className={styles['card']} aria-label={t('positions.proofTitle')}>
        <p className={styles['note']}>{t('positions.proofText')}</p>
        <div className={styles['bar']}>
          <Select
            label={t('positions.contract')}
            className={styles['filter']}
            options={[...contracts.keys()].map((value) => ({ value, label: value }))}
            value={symbol}
            onChange={(value) => value !== null && setSymbol(value)}
          />
          <Button
            className={styles['verify']}
            variant="primary"
            loading={isBusy}
            onClick={() => void verify()}
          >
            {t('positions.verify')}
          </Button>
        </div>
        <div role="status">{verdict ? <Verdicts verdict={verdict} /> : null}</div>
        {failure ? (
          <p className={styles['note']} role="alert">
            {failure}
          </p>
        ) : null}
      </section>
      <Funds />
    </div>
  )
}

function useVerification(symbol: string) {
  const t = useFuturesMessages()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [verdict, setVerdict] = useState<Verdict | undefined>(undefined)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const verify = async (): Promise<void> => {
    setBusy(true)
    setVerdict(undefined)
    setFailure(undefined)
    try {
      const { rows, paid, tier, samples, days } = await dispatch(readProof(symbol))
      const chain = await verifyChain(rows)
      const roots = await verifyDays(days, rows)
      const own = paid && tier && verifyFunding(samples, { paid, tier })
      const funding = own && { ...own, paid: paid.rate, count: samples.length }
      setVerdict({ chain, days: roots, funding })
    } catch (error) {
      setFailure(futuresErrorText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return { verify, verdict, failure, isBusy }
}

function Verdicts({ verdict: { chain, days, funding } }: { readonly verdict: Verdict }) {
  const t = useFuturesMessages()
  const dates = useDates()
  return (
    <>
      <p className={styles['verdict']} data-holds={chain.holds}>
        {chain.holds
          ? t('positions.chainHolds', { count: String(chain.rows) })
          : t('positions.chainBroken', { at: dates.timestamp(chain.at.at) })}
      </p>
      {funding ? (
        <p className={styles['verdict']} data-holds={funding.holds}>
          {funding.holds
            ? t('positions.rateHolds', { count: String(funding.count), rate: funding.rate })
            : t('positions.rateDiffers', {
                count: String(funding.count),
                rate: funding.rate,
                paid: funding.paid,
              })}
        </p>
      ) : null}
      {days.length > 0 ? <Days days={days} /> : null}
    </>
  )
}

/** The root of each day: who noted one can see that nothing before it was changed since. */
function Days({ days }: { readonly days: readonly DayVerdict[] }) {
  const t = useFuturesMessages()
  const numbers = useNumbers('prose')
  return (
    <section aria-labelledby="roots">
      <h2 id="roots" className={styles['heading']}>
        {t('positions.roots')}
      </h2>
      <ul className={styles['days']}>
        {days.map(({ day, hash, rows, holds }) => (
          <li key={day}>
            <NumberText>{day}</NumberText>
            <span className={styles['verdict']} data-holds={holds ?? 'unknown'}>
              {holds === undefined
                ? '--'
                : t(holds ? 'positions.rootHolds' : 'positions.rootDiffers')}
            </span>
            <NumberText tone="muted">
              {t('positions.rootRows', { count: numbers.number(String(rows), { digits: 0 }) })}
            </NumberText>
            <bdi className={styles['hash']}>{hash}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Funds() {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const { data = [] } = useInsuranceFunds()
  return (
    <section className={styles['card']} aria-labelledby="fund">
      <h2 id="fund" className={styles['heading']}>
        {t('positions.fund')}
      </h2>
      <dl className={styles['figures']}>
        {data.map(({ asset, balance }) => (
          <div key={asset}>
            <dt>{asset}</dt>
            <dd>
              <NumberText unit={asset} full={balance}>
                {numbers.number(balance, { digits: asset === 'USDT' ? 2 : 8 })}
              </NumberText>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

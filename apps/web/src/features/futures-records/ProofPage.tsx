import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useContracts } from '../../data/futures/contractsApi.ts'
import {
  checkDays,
  type CheckedPayment,
  type CheckedRows,
  checkPayments,
  checkRows,
  useInsuranceFunds,
} from '../../data/futures/proofApi.ts'
import { type DayVerdict, linkOf } from '../../data/futures/verifyProof.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useProofMessages } from '../../lib/lazy/ProofTexts.tsx'
import styles from './futuresRecords.module.css'
import { ProofSection } from './ProofSection.tsx'
import { PublicLiquidations } from './PublicLiquidations.tsx'
import { usePages } from './usePages.ts'

const LIQUIDATION = /^\d{1,16}$/

/** `/futures/proof`: prices, funding and liquidations, verified in this browser (futures 14). */
export default function ProofPage() {
  const t = useProofMessages()
  usePageTitle(t('positions.proofTitle'))
  const contracts = useContracts()
  const asked = new URLSearchParams(useLocation().search)
  const named = asked.get('liquidation') ?? ''
  const only = LIQUIDATION.test(named) ? named : undefined
  const [symbol, setSymbol] = useState('BTCUSDT')
  const [realm, setRealm] = useState<'live' | 'paper'>(
    asked.get('realm') === 'paper' ? 'paper' : 'live',
  )
  // A report that leads here has asked already.
  const [run, setRun] = useState(only === undefined ? 0 : 1)
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('positions.proofTitle')}</h1>
      <section className={styles['card']} aria-label={t('positions.proofTitle')}>
        <p className={styles['note']}>{t('futuresProof.lead')}</p>
        <p className={styles['note']}>{t('futuresProof.text')}</p>
        <div className={styles['bar']}>
          <Select
            label={t('positions.contract')}
            className={styles['filter']}
            options={[...contracts.keys()].map((value) => ({ value, label: value }))}
            value={symbol}
            onChange={(value) => value !== null && setSymbol(value)}
          />
          <Select
            label={t('futuresProof.realm')}
            className={styles['filter']}
            options={[
              { value: 'live', label: t('futuresProof.live') },
              { value: 'paper', label: t('realm.paper') },
            ]}
            value={realm}
            onChange={(value) => setRealm(value === 'paper' ? 'paper' : 'live')}
          />
          <Button
            className={styles['verify']}
            variant="primary"
            onClick={() => setRun((before) => before + 1)}
          >
            {t('futuresProof.verify')}
          </Button>
        </div>
      </section>
      {run > 0 ? (
        <Verified
          key={`${symbol} ${realm} ${run}`}
          symbol={symbol}
          realm={realm}
          liquidationId={run === 1 ? only : undefined}
        />
      ) : null}
      <Funds />
    </div>
  )
}

interface Asked {
  readonly symbol: string
  readonly realm: 'live' | 'paper'
  readonly liquidationId: string | undefined
}

const Verified = (asked: Asked) => (
  <>
    <PublicLiquidations {...asked} />
    <Chain />
    <Payments symbol={asked.symbol} />
    <Days />
  </>
)

/** Hash by hash, as far back as the log goes. */
function Chain() {
  const t = useProofMessages()
  const dates = useDates()
  const dispatch = useAppDispatch()
  const list = usePages<CheckedRows>((cursor, before) =>
    dispatch(checkRows({ cursor, after: before?.last })),
  )
  const broken = list.items.map(({ verdict }) => verdict).find(({ holds }) => !holds)
  const count = list.items.reduce((sum, each) => sum + each.count, 0)
  return (
    <ProofSection
      id="chain"
      title={t('futuresProof.chain')}
      older={t('futuresProof.olderRows')}
      list={list}
    >
      <div role="status">
        {list.items.length > 0 ? (
          <p className={styles['verdict']} data-holds={broken === undefined}>
            {broken && !broken.holds
              ? t('futuresProof.chainBroken', { at: dates.timestamp(broken.at.at) })
              : t('futuresProof.chainHolds', { count: String(count) })}
          </p>
        ) : null}
      </div>
    </ProofSection>
  )
}

/** Payments of funding, each recomputed from its samples. */
function Payments({ symbol }: { readonly symbol: string }) {
  const t = useProofMessages()
  const dispatch = useAppDispatch()
  const list = usePages<CheckedPayment>((cursor) => dispatch(checkPayments({ symbol, cursor })))
  return (
    <ProofSection
      id="payments"
      title={t('futuresProof.payments')}
      older={t('futuresProof.older')}
      list={list}
    >
      {list.items.length === 0 && !list.isBusy ? (
        <p className={styles['note']}>{t('futuresProof.none')}</p>
      ) : null}
      <ul className={styles['days']}>
        {list.items.map((payment) => (
          <Payment key={payment.paid.at} payment={payment} />
        ))}
      </ul>
    </ProofSection>
  )
}

function Payment({ payment: { paid, samples, verdict } }: { readonly payment: CheckedPayment }) {
  const t = useProofMessages()
  const dates = useDates()
  const values = { count: String(samples), rate: verdict?.rate ?? '' }
  return (
    <li>
      <NumberText tone="muted">{dates.timestamp(paid.at)}</NumberText>
      {verdict ? (
        <>
          <span className={styles['verdict']} data-holds={verdict.holds}>
            {verdict.holds
              ? t('futuresProof.rateHolds', values)
              : t('futuresProof.rateDiffers', { ...values, paid: paid.rate })}
          </span>
          {verdict.areSamplesSound ? null : (
            <span className={styles['verdict']} data-holds={false}>
              {t('futuresProof.samplesDiffer')}
            </span>
          )}
          {verdict.isMarkLogged === undefined ? null : (
            <span className={styles['verdict']} data-holds={verdict.isMarkLogged}>
              {t(verdict.isMarkLogged ? 'futuresProof.markHolds' : 'futuresProof.markDiffers', {
                mark: paid.markPrice,
              })}
            </span>
          )}
        </>
      ) : (
        <span>{t('futuresProof.noSamples')}</span>
      )}
    </li>
  )
}

/** The root of each day: who noted one can see that nothing before it was changed since. */
function Days() {
  const t = useProofMessages()
  const dispatch = useAppDispatch()
  const list = usePages<DayVerdict>((cursor) => dispatch(checkDays(cursor)))
  const numbers = useNumbers('prose')
  return (
    <ProofSection
      id="roots"
      title={t('futuresProof.roots')}
      older={t('futuresProof.older')}
      list={list}
    >
      <ul className={styles['days']}>
        {list.items.map((day, place) => {
          const isLinked = linkOf(day, list.items[place + 1])
          return (
            <li key={day.day}>
              <NumberText>{day.day}</NumberText>
              <span className={styles['verdict']} data-holds={day.holds ?? 'unknown'}>
                {day.holds === undefined
                  ? '--'
                  : t(day.holds ? 'futuresProof.rootHolds' : 'futuresProof.rootDiffers')}
              </span>
              {isLinked === undefined ? null : (
                <span className={styles['verdict']} data-holds={isLinked}>
                  {t(isLinked ? 'futuresProof.linked' : 'futuresProof.unlinked')}
                </span>
              )}
              <span className={styles['note']}>
                {t('futuresProof.rootRows', {
                  count: numbers.number(String(day.rows), { digits: 0 }),
                })}
              </span>
              <bdi className={styles['hash']}>{day.root}</bdi>
            </li>
          )
        })}
      </ul>
    </ProofSection>
  )
}

function Funds() {
  const t = useProofMessages()
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

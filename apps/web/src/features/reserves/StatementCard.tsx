import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { CopyText } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { useState } from 'react'
import { useNetworkName } from '../../data/deposits/api.ts'
import type { ReservesReport } from '../../data/reserves/api.ts'
import { verifyStatement } from '../../data/reserves/verifyStatement.ts'
import { useReservesMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './reserves.module.css'

type Verdict = 'signatureHolds' | 'signatureDiffers' | 'unsupported'

/** The root with its signature, which the browser verifies. */
export function StatementCard({ report }: { readonly report: ReservesReport }) {
  const t = useReservesMessages()
  const numbers = useNumbers('trading')
  const nameOf = useNetworkName()
  const [verdict, setVerdict] = useState<Verdict>()
  const { root, leaves, heights } = report.statement
  const { transaction } = report
  const verify = async () =>
    setVerdict(
      await verifyStatement(report).then(
        (holds) => (holds ? 'signatureHolds' : 'signatureDiffers'),
        () => (globalThis.crypto?.subtle ? 'signatureDiffers' : 'unsupported'),
      ),
    )
  return (
    <section className={styles['card']} aria-labelledby="reserves-statement">
      <div className={styles['line']}>
        <h2 id="reserves-statement" className={styles['heading']}>
          {t('reserves.statement')}
        </h2>
        <Button size="small" onClick={() => void verify()}>
          {t('reserves.verifySignature')}
        </Button>
      </div>
      <p className={styles['note']}>{t('reserves.statementText')}</p>
      <dl className={styles['figures']}>
        <div className={own['wide']}>
          <dt>{t('reserves.root')}</dt>
          <dd className={own['hash']}>
            <CopyText text={root} />
          </dd>
        </div>
        {transaction ? (
          <div className={own['wide']}>
            <dt>{t('reserves.transaction')}</dt>
            <dd className={own['hash']}>
              <CopyText text={transaction.txHash} />
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t('reserves.leaves')}</dt>
          <dd>
            <NumberText>{numbers.number(String(leaves), { digits: 0 })}</NumberText>
          </dd>
        </div>
        {heights.map(({ network, height }) => (
          <div key={network}>
            <dt>{t('reserves.block', { network: nameOf(network) })}</dt>
            <dd>
              <NumberText>{numbers.number(String(height), { digits: 0 })}</NumberText>
            </dd>
          </div>
        ))}
      </dl>
      {transaction ? (
        <p className={styles['note']}>
          {t('reserves.transactionText', { network: nameOf(transaction.network) })}
        </p>
      ) : null}
      <p role="status" className={own['verdict']} data-holds={verdict === 'signatureHolds'}>
        {verdict ? t(`reserves.${verdict}`) : null}
      </p>
    </section>
  )
}

import { useNumbers } from '@x/locale/react'
import { Button, ButtonLink } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import type { ReservesProof, ReservesReport } from '../../data/reserves/api.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { useReservesMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from '../../lib/product-page/product.module.css'
import { saveFile } from '../records/index.ts'
import own from './reserves.module.css'
import { type OwnAmount, type OwnVerdict, useOwnProof } from './useOwnProof.ts'

/** The user's own proof, verified where the user is; a guest is led to the log-in. */
export function OwnProof({ report }: { readonly report: ReservesReport }) {
  const t = useReservesMessages()
  const to = useLocalePath()
  const isUser = useAppSelector(selectStatus) === 'user'
  return (
    <section className={styles['card']} aria-labelledby="reserves-own">
      <h2 id="reserves-own" className={styles['heading']}>
        {t('reserves.own')}
      </h2>
      <p className={styles['note']}>{t('reserves.ownText')}</p>
      {isUser ? (
        <Verification key={report.statement.snapshotId} report={report} />
      ) : (
        <div>
          <ButtonLink
            render={(props) => (
              <Link {...props} to={to(`/login?from=${encodeURIComponent('/proof-of-reserves')}`)} />
            )}
          >
            {t('shell.login')}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}

function Verification({ report }: { readonly report: ReservesReport }) {
  const t = useReservesMessages()
  const { verify, proof, verdict, isBusy } = useOwnProof(report)
  return (
    <>
      <div className={own['actions']}>
        <Button variant="primary" loading={isBusy} onClick={() => void verify()}>
          {t('reserves.verify')}
        </Button>
        {proof ? <Button onClick={() => save(proof)}>{t('reserves.download')}</Button> : null}
      </div>
      <div role="status">{verdict ? <Outcome verdict={verdict} /> : null}</div>
      {proof ? (
        <>
          <p className={styles['note']}>{t('reserves.private')}</p>
          <code className={own['hash']} dir="ltr">
            {`npx x-reserves verify ${fileName(proof)} --root ${report.statement.root}`}
          </code>
        </>
      ) : null}
    </>
  )
}

function Outcome({ verdict }: { readonly verdict: OwnVerdict }) {
  const t = useReservesMessages()
  switch (verdict.kind) {
    case 'valid':
      return (
        <>
          <p className={own['verdict']} data-holds="true">
            {t('reserves.valid')}
          </p>
          <Amounts amounts={verdict.amounts} />
        </>
      )
    case 'invalid':
      return (
        <p className={own['verdict']} data-holds="false">
          {t('reserves.invalid', { fault: verdict.fault })}
        </p>
      )
    case 'failed':
      return <p className={own['verdict']}>{verdict.text}</p>
    default:
      return (
        <p className={own['verdict']}>
          {t(verdict.kind === 'none' ? 'reserves.noProof' : 'reserves.unsupported')}
        </p>
      )
  }
}

function Amounts({ amounts }: { readonly amounts: readonly OwnAmount[] }) {
  const t = useReservesMessages()
  const numbers = useNumbers('trading')
  return (
    <dl className={styles['figures']} aria-label={t('reserves.owedToYou')}>
      {amounts.map(({ asset, amount }) => (
        <div key={asset}>
          <dt>
            <bdi>{asset}</bdi>
          </dt>
          <dd>
            <NumberText full={amount}>
              {numbers.number(amount, { digits: 8, trim: true })}
            </NumberText>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const fileName = ({ statement }: ReservesProof): string =>
  `proof-${statement.snapshotId.replaceAll(':', '')}.json`

/** The file as the command-line verifier reads it. */
const save = (proof: ReservesProof): void =>
  saveFile(`${JSON.stringify(proof, undefined, 2)}\n`, {
    name: fileName(proof),
    type: 'application/json',
  })

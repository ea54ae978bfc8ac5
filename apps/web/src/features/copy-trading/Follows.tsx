import { Badge } from '@x/ui/badge'
import { Button, ButtonLink } from '@x/ui/button'
import { useState } from 'react'
import {
  changeFollow,
  type CopyFollow,
  DECIDED,
  type FollowFunds,
  fundFollow,
  useCopyFollows,
} from '../../data/copy/api.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { PagedList } from '../../lib/lists/PagedList.tsx'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './copy.module.css'
import { ChangeFollowDialog } from './ChangeFollowDialog.tsx'
import { FundsDialog } from './FundsDialog.tsx'
import { useCopyFigures } from './useCopyFigures.tsx'
import { useCopyRequest } from './useCopyRequest.ts'

/** What the user follows and followed, with the ways to change it. */
export function Follows() {
  const t = useCopyMessages()
  const to = useLocalePath()
  return (
    <section className={styles['card']} aria-labelledby="copy-follows">
      <h2 id="copy-follows" className={styles['heading']}>
        {t('copy.follows')}
      </h2>
      <PagedList
        query={useCopyFollows()}
        empty={t('copy.none')}
        action={
          <ButtonLink size="small" render={(props) => <Link {...props} to={to('/copy-trading')} />}>
            {t('copy.leaders')}
          </ButtonLink>
        }
      >
        {(follows) => (
          <ul className={styles['rows']}>
            {follows.map((follow) => (
              <Follow key={follow.followId} follow={follow} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function Follow({ follow }: { readonly follow: CopyFollow }) {
  const t = useCopyMessages()
  const to = useLocalePath()
  const { figure, result } = useCopyFigures()
  const { status, leadId, nickname, worth, profit, shared, paidIn, endedBy } = follow
  return (
    <li className={styles['row']}>
      <span className={styles['line']}>
        <Link className={own['link']} to={to(`/copy-trading/${leadId}`)}>
          <bdi>{nickname}</bdi>
        </Link>
        <Badge tone={status === 'active' ? 'success' : 'neutral'}>{t(`copy.${status}`)}</Badge>
      </span>
      <dl className={styles['figures']}>
        <div>
          <dt>{t('copy.worth')}</dt>
          <dd>{figure(worth)}</dd>
        </div>
        <div>
          <dt>{t('copy.profit')}</dt>
          <dd>{result(profit)}</dd>
        </div>
        <div>
          <dt>{t('copy.paidIn')}</dt>
          <dd>{figure(paidIn)}</dd>
        </div>
        <div>
          <dt>{t('copy.shares')}</dt>
          <dd>{figure(shared)}</dd>
        </div>
        <Terms follow={follow} />
        {endedBy === null ? null : (
          <div>
            <dt>{t('copy.endedBy')}</dt>
            <dd>{t(endedBy === 'stopLoss' ? 'copy.stopLoss' : `copy.by.${endedBy}`)}</dd>
          </div>
        )}
      </dl>
      {status === 'active' || status === 'paused' ? <FollowActions follow={follow} /> : null}
    </li>
  )
}

/** How fills are copied; a limit that is not set is not shown. */
function Terms({ follow }: { readonly follow: CopyFollow }) {
  const t = useCopyMessages()
  const { money, percent } = useCopyFigures()
  const { mode, amount, stopLoss, dailyCap, slippage } = follow
  return (
    <>
      <div>
        <dt>{t('copy.mode')}</dt>
        <dd>{mode === 'ratio' ? t('copy.ratio') : money(amount ?? '0')}</dd>
      </div>
      {stopLoss === null ? null : (
        <div>
          <dt>{t('copy.stopLoss')}</dt>
          <dd>{percent(stopLoss)}</dd>
        </div>
      )}
      {dailyCap === null ? null : (
        <div>
          <dt>{t('copy.dailyCap')}</dt>
          <dd>{money(dailyCap)}</dd>
        </div>
      )}
      {slippage === null ? null : (
        <div>
          <dt>{t('copy.slippage')}</dt>
          <dd>{percent(slippage)}</dd>
        </div>
      )}
    </>
  )
}

function FollowActions({ follow }: { readonly follow: CopyFollow }) {
  const t = useCopyMessages()
  const confirm = useConfirm()
  const { isBusy, run, submit } = useCopyRequest()
  const submitter = useSubmitter<FollowFunds>('copy', { decided: DECIDED })
  const [direction, setDirection] = useState<'in' | 'out'>()
  const [isChanging, setChanging] = useState(false)
  const { percentText } = useCopyFigures()
  const { followId, nickname, share, status, available } = follow
  async function close(): Promise<void> {
    const isMeant = await confirm({
      title: t('copy.close'),
      message: t('copy.closeText', { name: nickname, share: percentText(share) }),
      confirmText: t('copy.close'),
    })
    if (isMeant) await run(changeFollow(followId, 'close'))
  }
  const event = status === 'active' ? 'pause' : 'resume'
  return (
    <span className={own['actions']}>
      <Button size="small" loading={isBusy} onClick={() => void run(changeFollow(followId, event))}>
        {t(`copy.${event}`)}
      </Button>
      <Button size="small" onClick={() => setDirection('in')}>
        {t('copy.addFunds')}
      </Button>
      <Button size="small" onClick={() => setDirection('out')}>
        {t('copy.takeOut')}
      </Button>
      <Button size="small" onClick={() => setChanging(true)}>
        {t('copy.change')}
      </Button>
      <Button size="small" onClick={() => void close()}>
        {t('copy.close')}
      </Button>
      {isChanging ? (
        <ChangeFollowDialog follow={follow} onClose={() => setChanging(false)} />
      ) : null}
      {direction ? (
        <FundsDialog
          direction={direction}
          available={available}
          isBusy={isBusy}
          onClose={() => setDirection(undefined)}
          onSend={(amount) =>
            submit(fundFollow({ followId, direction, amount }, submitter), t('copy.done'))
          }
        />
      ) : null}
    </span>
  )
}

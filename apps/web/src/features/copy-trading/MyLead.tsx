import { Button } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import {
  closeLead,
  type CopyLead,
  DECIDED,
  fundLead,
  type LeadFunds,
  useCopyLead,
} from '../../data/copy/api.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import styles from '../../lib/product-page/product.module.css'
import { BecomeLead } from './BecomeLead.tsx'
import { ChangeLeadDialog } from './ChangeLeadDialog.tsx'
import own from './copy.module.css'
import { FundsDialog } from './FundsDialog.tsx'
import { LeadTrade } from './LeadTrade.tsx'
import { useCopyFigures } from './useCopyFigures.tsx'
import { useCopyRequest } from './useCopyRequest.ts'

/** The funds that the user leads with, or the way to lead. */
export function MyLead() {
  const t = useCopyMessages()
  const { data: lead, error, refetch } = useCopyLead()
  return (
    <section className={styles['card']} aria-labelledby="copy-lead">
      <h2 id="copy-lead" className={styles['heading']}>
        {t(lead ? 'copy.myLead' : 'copy.becomeLead')}
      </h2>
      {lead === undefined ? (
        error ? (
          <ErrorState
            title={t('orders.failed')}
            onRetry={refetch}
            traceId={failureOf(error).traceId}
          />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : lead === null ? (
        <BecomeLead />
      ) : (
        <Lead lead={lead} />
      )}
    </section>
  )
}

function Lead({ lead }: { readonly lead: CopyLead }) {
  const t = useCopyMessages()
  const { figure, percent, change } = useCopyFigures()
  const { followers, maxFollowers, worth, shared } = lead
  return (
    <>
      <dl className={styles['figures']}>
        <div>
          <dt>{t('copy.nickname')}</dt>
          <dd>
            <bdi>{lead.nickname}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('copy.worth')}</dt>
          <dd>{figure(worth)}</dd>
        </div>
        <div>
          <dt>{t('copy.return')}</dt>
          <dd>{change(lead.return)}</dd>
        </div>
        <div>
          <dt>{t('copy.followers')}</dt>
          <dd>{`${followers}/${maxFollowers}`}</dd>
        </div>
        <div>
          <dt>{t('copy.shares')}</dt>
          <dd>{figure(shared)}</dd>
        </div>
        <div>
          <dt>{t('copy.share')}</dt>
          <dd>{percent(lead.share)}</dd>
        </div>
        <div>
          <dt>{t('copy.minimum')}</dt>
          <dd>{figure(lead.minimum)}</dd>
        </div>
        <Holdings lead={lead} />
      </dl>
      <LeadActions lead={lead} />
      <LeadTrade lead={lead} />
    </>
  )
}

/** The coins that can be sold. */
function Holdings({ lead: { holdings } }: { readonly lead: CopyLead }) {
  const t = useCopyMessages()
  const { coins } = useCopyFigures()
  if (holdings.length === 0) return null
  return (
    <div>
      <dt>{t('copy.holdings')}</dt>
      {holdings.map((holding) => (
        <dd key={holding.asset}>
          <bdi dir="ltr">{coins(holding.available, holding.asset)}</bdi>
        </dd>
      ))}
    </div>
  )
}

function LeadActions({ lead }: { readonly lead: CopyLead }) {
  const t = useCopyMessages()
  const confirm = useConfirm()
  const { isBusy, run, submit } = useCopyRequest()
  const submitter = useSubmitter<LeadFunds>('copy', { decided: DECIDED })
  const [direction, setDirection] = useState<'in' | 'out'>()
  const [isChanging, setChanging] = useState(false)
  const { leadId, available } = lead
  async function close(): Promise<void> {
    const isMeant = await confirm({
      title: t('copy.stopLead'),
      message: t('copy.stopLeadText'),
      confirmText: t('copy.stopLead'),
    })
    if (isMeant) await run(closeLead(leadId))
  }
  return (
    <span className={own['actions']}>
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
        {t('copy.stopLead')}
      </Button>
      {isChanging ? <ChangeLeadDialog lead={lead} onClose={() => setChanging(false)} /> : null}
      {direction ? (
        <FundsDialog
          direction={direction}
          available={available}
          isBusy={isBusy}
          onClose={() => setDirection(undefined)}
          onSend={(amount) =>
            submit(fundLead({ leadId, direction, amount }, submitter), t('copy.done'))
          }
        />
      ) : null}
    </span>
  )
}

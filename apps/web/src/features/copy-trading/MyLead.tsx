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
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from '../../lib/product-page/product.module.css'
import { BecomeLead } from './BecomeLead.tsx'
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
  const { figure, result } = useCopyFigures()
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
          <dd>{result(lead.return, '%')}</dd>
        </div>
        <div>
          <dt>{t('copy.followers')}</dt>
          <dd>{`${followers}/${maxFollowers}`}</dd>
        </div>
        <div>
          <dt>{t('copy.shares')}</dt>
          <dd>{figure(shared)}</dd>
        </div>
      </dl>
      <LeadActions lead={lead} />
      <LeadTrade lead={lead} />
    </>
  )
}

function LeadActions({ lead: { leadId, available } }: { readonly lead: CopyLead }) {
  const t = useCopyMessages()
  const { dialogs } = useServices()
  const { run, submit } = useCopyRequest()
  const submitter = useSubmitter<LeadFunds>('copy', { decided: DECIDED })
  const [direction, setDirection] = useState<'in' | 'out'>()
  async function close(): Promise<void> {
    const { action } = await dialogs.confirm({
      title: t('copy.stopLead'),
      message: t('copy.stopLeadText'),
      confirmText: t('copy.stopLead'),
    })
    if (action === 'confirm') await run(closeLead(leadId))
  }
  return (
    <span className={own['actions']}>
      <Button size="small" onClick={() => setDirection('in')}>
        {t('copy.addFunds')}
      </Button>
      <Button size="small" onClick={() => setDirection('out')}>
        {t('copy.takeOut')}
      </Button>
      <Button size="small" variant="danger" onClick={() => void close()}>
        {t('copy.stopLead')}
      </Button>
      {direction ? (
        <FundsDialog
          direction={direction}
          available={available}
          onClose={() => setDirection(undefined)}
          onSend={(amount) =>
            submit(fundLead({ leadId, direction, amount }, submitter), t('copy.done'))
          }
        />
      ) : null}
    </span>
  )
}

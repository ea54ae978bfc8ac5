import { Button } from '@x/ui/button'
import type { ReactNode } from 'react'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useProofMessages } from '../../lib/lazy/ProofTexts.tsx'
import styles from './futuresRecords.module.css'
import type { Pages } from './usePages.ts'

/** A part of the proof with what could not be read of it, and the way to what is older. */
export function ProofSection({
  id,
  title,
  older,
  list,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly older: string
  readonly list: Omit<Pages<unknown>, 'items'>
  readonly children: ReactNode
}) {
  const t = useProofMessages()
  return (
    <section className={styles['card']} aria-labelledby={id} aria-busy={list.isBusy}>
      <h2 id={id} className={styles['heading']}>
        {title}
      </h2>
      {children}
      {list.error === undefined ? null : (
        <p className={styles['note']} role="alert">
          {futuresErrorText(list.error, t)}
        </p>
      )}
      {list.hasMore || list.isBusy ? (
        <div>
          <Button loading={list.isBusy} onClick={list.more}>
            {older}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

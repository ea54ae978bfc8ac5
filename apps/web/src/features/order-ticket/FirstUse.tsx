import { Button } from '@x/ui/button'
import { useState } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import styles from './hints.module.css'

/** What each guide is about (spec section 3, interface state). */
const FLAGS = { oco: STORAGE_KEYS.guideOco, plan: STORAGE_KEYS.guideSpotPlan } as const
export type Guide = keyof typeof FLAGS

/** A sentence where something is used for the first time; gone for good once it has been read. */
export default function FirstUse({ guide }: { readonly guide: Guide }) {
  const { storage } = useServices()
  const [wasRead, setRead] = useState(() => storage.get(FLAGS[guide]) === 'seen')
  if (wasRead) return null
  const read = () => {
    storage.set(FLAGS[guide], 'seen')
    setRead(true)
  }
  return (
    <PageTexts>
      <Hint guide={guide} read={read} />
    </PageTexts>
  )
}

function Hint({ guide, read }: { readonly guide: Guide; readonly read: () => void }) {
  const t = usePageMessages()
  return (
    <aside className={styles['hint']} aria-label={t('guide.title')}>
      <p className={styles['text']}>{t(`guide.${guide}`)}</p>
      <Button size="mini" variant="ghost" onClick={read}>
        {t('guide.read')}
      </Button>
    </aside>
  )
}

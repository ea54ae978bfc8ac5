import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { Switch } from '@x/ui/switch'
import { useState } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import {
  CONFIRM_LEVELS,
  PREVENTIONS,
  readConfirmLevel,
  readPrevention,
} from '../order-ticket/index.ts'
import { DEFAULT_LAYOUT } from './terminalLayout.ts'
import type { TerminalMenuProps } from './TerminalMenuProps.ts'
import styles from './terminal.module.css'

type TerminalSettingsProps = TerminalMenuProps & { readonly close: () => void }

/** With their texts, which few open. */
export default function TerminalSettings(props: TerminalSettingsProps) {
  return (
    <PageTexts>
      <Settings {...props} />
    </PageTexts>
  )
}

function Settings({ terminal, layout, change, onTour, close }: TerminalSettingsProps) {
  const t = usePageMessages()
  const { storage } = useServices()
  const [level, setLevel] = useState(() =>
    readConfirmLevel(storage.get(STORAGE_KEYS.confirmOrders)),
  )
  const [gives, setGives] = useState(() => readPrevention(storage.get(STORAGE_KEYS.selfTrade)))
  const [hasSounds, setSounds] = useState(() => storage.get(STORAGE_KEYS.sounds) === 'on')
  const confirm = (key: string | null) => {
    const next = readConfirmLevel(key)
    storage.set(STORAGE_KEYS.confirmOrders, next)
    setLevel(next)
  }
  const prevent = (key: string | null) => {
    const next = readPrevention(key)
    storage.set(STORAGE_KEYS.selfTrade, next)
    setGives(next)
  }
  const sound = (isOn: boolean) => {
    storage.set(STORAGE_KEYS.sounds, isOn ? 'on' : 'off')
    setSounds(isOn)
  }
  const then = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <div className={styles['settings']}>
      <Button block onClick={() => change({ side: layout.side === 'end' ? 'start' : 'end' })}>
        {t(layout.side === 'end' ? 'layout.toStart' : 'layout.toEnd')}
      </Button>
      <Button block variant="ghost" onClick={() => change(DEFAULT_LAYOUT)}>
        {t('layout.reset')}
      </Button>
      <Select
        aria-label={t('layout.confirm')}
        value={level}
        onChange={confirm}
        options={CONFIRM_LEVELS.map((key) => ({ value: key, label: t(`layout.confirm.${key}`) }))}
      />
      <Select
        aria-label={t('stp.label')}
        value={gives}
        onChange={prevent}
        options={PREVENTIONS.map((key) => ({ value: key, label: t(`stp.${key}`) }))}
      />
      <Switch checked={hasSounds} onChange={sound}>
        {t('layout.sounds')}
      </Switch>
      <Button block variant="ghost" onClick={then(() => terminal.commands.emit('help'))}>
        {t('keys.title')}
      </Button>
      <Button block variant="ghost" onClick={then(onTour)}>
        {t('tour.again')}
      </Button>
    </div>
  )
}

import { Select } from '@x/ui/select'
import { Switch } from '@x/ui/switch'
import { useState } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { hasSound, type Sound, SOUNDS } from '../../lib/sounds.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import {
  CONFIRM_LEVELS,
  PREVENTIONS,
  readConfirmLevel,
  readPrevention,
} from '../order-ticket/index.ts'

/** What is asked before an order, what happens when own orders meet, and what has a sound. */
export function OrderSettings() {
  const t = usePageMessages()
  const { storage } = useServices()
  const [level, setLevel] = useState(() =>
    readConfirmLevel(storage.get(STORAGE_KEYS.confirmOrders)),
  )
  const [gives, setGives] = useState(() => readPrevention(storage.get(STORAGE_KEYS.selfTrade)))
  const [sounds, setSounds] = useState(() => SOUNDS.filter((each) => hasSound({ storage }, each)))
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
  const sound = (which: Sound, isOn: boolean) => {
    const next = SOUNDS.filter((each) => (each === which ? isOn : sounds.includes(each)))
    storage.set(STORAGE_KEYS.sounds, next.join(' ') || 'off')
    setSounds(next)
  }
  return (
    <>
      <Select
        label={t('layout.confirm')}
        value={level}
        onChange={confirm}
        options={CONFIRM_LEVELS.map((key) => ({ value: key, label: t(`layout.confirm.${key}`) }))}
      />
      <Select
        label={t('stp.label')}
        value={gives}
        onChange={prevent}
        options={PREVENTIONS.map((key) => ({ value: key, label: t(`stp.${key}`) }))}
      />
      {SOUNDS.map((each) => (
        <Switch key={each} checked={sounds.includes(each)} onChange={(isOn) => sound(each, isOn)}>
          {t(each === 'fills' ? 'layout.sounds' : `layout.sounds.${each}`)}
        </Switch>
      ))}
    </>
  )
}

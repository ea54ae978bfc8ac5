import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { Switch } from '@x/ui/switch'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { TerminalTexts } from '../../lib/lazy/TerminalTexts.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages, useTerminalMessages } from '../../lib/messages/messages.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { OrderSettings } from './OrderSettings.tsx'
import {
  DEFAULT_LAYOUT,
  PRESETS,
  readNamedLayouts,
  writeLayout,
  writeNamedLayouts,
} from './terminalLayout.ts'
import type { TerminalMenuProps } from './TerminalMenuProps.ts'
import styles from './terminal.module.css'

type TerminalSettingsProps = TerminalMenuProps & { readonly close: () => void }

/** With their texts, which few open. */
export default function TerminalSettings(props: TerminalSettingsProps) {
  return (
    <PageTexts>
      <TerminalTexts>
        <Settings {...props} />
      </TerminalTexts>
    </PageTexts>
  )
}

function Settings({ terminal, layout, change, onTour, close }: TerminalSettingsProps) {
  const t = usePageMessages()
  const own = useTerminalMessages()
  const then = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <div className={styles['settings']}>
      <LayoutChoice layout={layout} change={change} />
      <Button block onClick={() => change({ side: layout.side === 'end' ? 'start' : 'end' })}>
        {t(layout.side === 'end' ? 'layout.toStart' : 'layout.toEnd')}
      </Button>
      <Button block variant="ghost" onClick={() => change(DEFAULT_LAYOUT)}>
        {t('layout.reset')}
      </Button>
      <OrderSettings />
      <Button block variant="ghost" onClick={then(() => terminal.commands.emit('help'))}>
        {own('keys.title')}
      </Button>
      <Button block variant="ghost" onClick={then(onTour)}>
        {t('tour.again')}
      </Button>
    </div>
  )
}

/** The arrangements, and the trader's own by name. */
function LayoutChoice({ layout, change }: Pick<TerminalSettingsProps, 'layout' | 'change'>) {
  const t = useTerminalMessages()
  const { storage } = useServices()
  const [named, setNamed] = useState(() => readNamedLayouts(storage.get(STORAGE_KEYS.spotLayouts)))
  const [name, setName] = useState('')
  const text = writeLayout(layout)
  const current = named.find((one) => writeLayout(one.layout) === text)
  const choose = (key: string | null) => {
    const own = named.find((one) => `own ${one.name}` === key)
    const preset = PRESETS.find((one) => one === key)
    if (own) change(own.layout)
    else if (preset) change({ preset })
    // Of a press only, as browsers require it; without it the layout has no header all the same.
    if (preset === 'full') document.documentElement.requestFullscreen?.().catch(() => undefined)
    else if (document.fullscreenElement) void document.exitFullscreen()
  }
  const keep = (next: typeof named) => {
    storage.set(STORAGE_KEYS.spotLayouts, writeNamedLayouts(next))
    setNamed(next)
    setName('')
  }
  // A line holds one layout.
  const title = name.trim().replace(/\s+/g, ' ')
  const others = named.filter((one) => one.name !== title)
  const save = () => keep([...others, { name: title, layout }])
  const rename = () =>
    keep(others.map((one) => (one.name === current?.name ? { ...one, name: title } : one)))
  const remove = () => keep(named.filter((one) => one.name !== current?.name))
  return (
    <>
      <Select
        label={t('layout.preset')}
        value={current ? `own ${current.name}` : layout.preset}
        onChange={choose}
        options={[
          ...PRESETS.map((key) => ({ value: key as string, label: t(`layout.preset.${key}`) })),
          ...named.map((one) => ({ value: `own ${one.name}`, label: one.name })),
        ]}
      />
      <Switch checked={layout.isDocked} onChange={(isDocked) => change({ isDocked })}>
        {t('layout.docked')}
      </Switch>
      <TextField label={t('layout.name')} value={name} maxLength={40} onChange={setName} />
      <Button block disabled={title === ''} onClick={save}>
        {t('layout.save')}
      </Button>
      {current ? (
        <>
          <Button block disabled={title === '' || title === current.name} onClick={rename}>
            {t('layout.rename')}
          </Button>
          <Button block variant="ghost" onClick={remove}>
            {t('layout.remove')}
          </Button>
        </>
      ) : null}
    </>
  )
}

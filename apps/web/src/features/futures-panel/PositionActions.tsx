import type { FuturesPosition } from '@x/api'
import { Button, IconButton } from '@x/ui/button'
import { Menu } from '@x/ui/menu'
import { EllipsisVertical } from 'lucide-react'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futuresPanel.module.css'
import { positionName } from './terms.ts'
import { type OpenPositionDialog, POSITION_DIALOGS } from './positionDialogs.ts'
import { useReverse } from './useReverse.ts'
import { useAutoMargin } from './useAutoMargin.ts'

interface PositionActionsProps {
  readonly position: FuturesPosition
  readonly onOpen: OpenPositionDialog
}

/** What a position can be done with; the rarer half in a menu. */
export function PositionActions({ position, onOpen }: PositionActionsProps) {
  const t = useFuturesMessages()
  const name = positionName(position, t)
  const { reverse, isReversing } = useReverse()
  const auto = useAutoMargin()
  const isIsolated = position.marginMode === 1
  const act = (key: string): void => {
    if (key === 'auto') return void auto(position)
    const kind = POSITION_DIALOGS.find((name) => name === key)
    if (kind) onOpen(kind, position)
  }
  return (
    <span className={styles['actions']}>
      <Button
        size="mini"
        aria-label={t('positions.closeTitle', { position: name })}
        onClick={() => onOpen('close', position)}
      >
        {t('positions.close')}
      </Button>
      <Button
        size="mini"
        variant="ghost"
        loading={isReversing}
        onClick={() => void reverse(position)}
      >
        {t('positions.reverse')}
      </Button>
      <Menu
        label={t('positions.more', { position: name })}
        side="bottom end"
        trigger={(props) => (
          <IconButton
            {...props}
            size="mini"
            icon={<EllipsisVertical />}
            label={t('positions.more', { position: name })}
          />
        )}
        items={[
          { key: 'exits', label: t('positions.exits') },
          ...(isIsolated
            ? [
                { key: 'margin', label: t('positions.margin') },
                { key: 'auto', label: t('positions.auto'), checked: position.autoMargin },
              ]
            : []),
          { key: 'details', label: t('positions.details') },
          { key: 'card', label: t('positions.card') },
        ]}
        onAction={act}
      />
    </span>
  )
}

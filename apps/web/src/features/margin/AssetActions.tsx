import { ActionSheet } from '@x/ui/action-sheet'
import { Button } from '@x/ui/button'
import { useState } from 'react'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'

type Action = 'borrow' | 'repay' | 'moveIn' | 'moveOut'

interface AssetActionsProps {
  readonly asset: string
  readonly isOwed: boolean
  readonly onAction: (kind: Action) => void
}

/** What can be done with an asset of an account: buttons, and on a phone a sheet of actions. */
export function AssetActions({ asset, isOwed, onAction }: AssetActionsProps) {
  const t = useMarginMessages()
  const isPhone = useMedia(PHONE)
  if (isPhone) return <PhoneActions asset={asset} isOwed={isOwed} onAction={onAction} />
  return (
    <>
      {isOwed ? (
        <Button size="small" variant="ghost" onClick={() => onAction('repay')}>
          {t('margin.repay')}
        </Button>
      ) : null}
      <Button size="small" variant="ghost" onClick={() => onAction('moveOut')}>
        {t('margin.transfer')}
      </Button>
    </>
  )
}

function PhoneActions({ asset, isOwed, onAction }: AssetActionsProps) {
  const t = useMarginMessages()
  const [isOpen, setOpen] = useState(false)
  const items: readonly { readonly key: Action; readonly label: string }[] = [
    { key: 'borrow', label: t('margin.borrow') },
    ...(isOwed ? [{ key: 'repay' as const, label: t('margin.repay') }] : []),
    { key: 'moveOut', label: t('margin.transfer') },
  ]
  const title = t('margin.actionsOf', { asset })
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <ActionSheet
        open={isOpen}
        title={title}
        items={items}
        onOpenChange={setOpen}
        onSelect={(key) => {
          setOpen(false)
          const chosen = items.find((item) => item.key === key)
          if (chosen) onAction(chosen.key)
        }}
      />
    </>
  )
}

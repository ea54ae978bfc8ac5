import { Button } from '@x/ui/button'
import { Menu } from '@x/ui/menu'

export function Account({ leave }: { readonly leave: () => void }) {
  return (
    <Menu
      label="Account"
      trigger={(props) => <Button {...props}>Account</Button>}
      items={[
        { key: 'orders', label: 'Orders', href: '/orders' },
        { key: 'export', label: 'Export', disabled: true },
        { kind: 'separator', key: 'line' },
        { key: 'leave', label: 'Log out', tone: 'danger' },
      ]}
      onAction={(key) => key === 'leave' && leave()}
    />
  )
}

import { Ellipsis, LogOut, User } from 'lucide-react'
import { Button } from '../../button/Button.tsx'
import { IconButton } from '../../button/IconButton.tsx'
import { Icon } from '../../icon/Icon.tsx'
import { Menu } from '../Menu.tsx'

export default function MenuDemo() {
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      <Menu
        label="Account"
        trigger={(props) => <Button {...props}>Account</Button>}
        items={[
          { key: 'profile', label: 'Profile', icon: <Icon of={User} />, hint: 'G P' },
          { key: 'fees', label: 'Fees', disabled: true },
          { kind: 'separator', key: 'line' },
          { key: 'out', label: 'Log out', icon: <Icon of={LogOut} />, tone: 'danger' },
        ]}
      />
      <Menu
        label="Theme"
        trigger={(props) => <IconButton {...props} icon={<Icon of={Ellipsis} />} label="Theme" />}
        items={[
          { key: 'dark', label: 'Dark', checked: true },
          { key: 'light', label: 'Light', checked: false },
        ]}
      />
    </div>
  )
}

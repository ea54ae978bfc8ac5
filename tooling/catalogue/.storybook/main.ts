import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { StorybookConfig } from '@storybook/react-vite'
import { mergeConfig } from 'vite'

const root = path.resolve(import.meta.dirname, '../../..')

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../generated/*.stories.tsx', '../pages/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: {
    reactDocgen: 'react-docgen-typescript',
    reactDocgenTypescriptOptions: {
      tsconfigPath: path.join(root, 'packages/ui/tsconfig.json'),
      include: [path.join(root, 'packages/ui/src/**/*.tsx')],
      // Props that a widget passes to its native element are documented by the platform.
      propFilter: (prop) => !prop.parent?.fileName.includes('node_modules'),
      shouldExtractLiteralValuesFromEnum: true,
    },
  },
  viteFinal: (vite) =>
    mergeConfig(vite, {
      plugins: [react()],
      resolve: {
        conditions: ['x-source', 'module', 'browser', 'development|production'],
        dedupe: ['react', 'react-dom'],
      },
      server: { fs: { allow: [root] } },
      build: { chunkSizeWarningLimit: 4000 },
    }),
}

export default config

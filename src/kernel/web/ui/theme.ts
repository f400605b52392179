import { theme, type ThemeConfig } from 'antd'

export type ThemeName = 'light' | 'dark'

/** System fonts, with each system's Chinese ones. */
const fontFamily =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', 'WenQuanYi Zen Hei', sans-serif"

const shared = {
  fontFamily,
  fontSize: 14,
  borderRadius: 6,
  controlHeight: 32,
  wireframe: false,
  // No motion: a loading mark whose enter animation was interrupted would wait for its exit animation, and stay.
  motion: false,
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.16s',
  boxShadow: '0 1px 2px rgb(0 0 0 / 0.06), 0 8px 24px rgb(0 0 0 / 0.10)',
  boxShadowSecondary: '0 0 0 1px rgb(0 0 0 / 0.05), 0 8px 24px rgb(0 0 0 / 0.12)',
} as const

/** Defined once: one accent blue with its shades, a faintly tinted page, white (dark: raised) surfaces, hairlines. */
const tokens: Record<ThemeName, ThemeConfig['token']> = {
  light: {
    ...shared,
    colorPrimary: '#1558d6',
    colorPrimaryHover: '#3371e3',
    colorPrimaryActive: '#0e42a8',
    colorLink: '#1558d6',
    colorLinkHover: '#3371e3',
    colorError: '#c62b2b',
    colorSuccess: '#187a43',
    colorWarning: '#a05c00',
    colorText: '#1a2130',
    colorTextSecondary: '#556073',
    // Readable on a selected row.
    colorTextTertiary: '#5b6579',
    colorTextDescription: '#556073',
    colorTextPlaceholder: '#667083',
    colorBgLayout: '#f6f7f9',
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorBorder: '#cfd5de',
    colorBorderSecondary: '#e6e9ee',
  },
  dark: {
    ...shared,
    // White text must stay readable on it; links on the page itself take the lighter shade.
    colorPrimary: '#3d70d8',
    colorPrimaryHover: '#4272d0',
    colorPrimaryActive: '#2f5db4',
    colorLink: '#7aabff',
    colorLinkHover: '#9cc1ff',
    colorError: '#f0716b',
    colorSuccess: '#4fbf7f',
    colorWarning: '#e0a03c',
    colorText: '#e6e9ef',
    colorTextSecondary: '#a9b2c1',
    colorTextTertiary: '#96a0b1',
    colorTextDescription: '#a9b2c1',
    colorTextPlaceholder: '#8b95a6',
    colorBgLayout: '#101318',
    colorBgContainer: '#181c23',
    colorBgElevated: '#20252e',
    colorBorder: '#3a4250',
    colorBorderSecondary: '#2a303a',
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.5)',
    boxShadowSecondary: '0 0 0 1px #343c49, 0 8px 24px rgb(0 0 0 / 0.5)',
  },
}

export function themeConfig(name: ThemeName): ThemeConfig {
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: tokens[name] ?? {},
    components: { Button: { primaryShadow: 'none', defaultShadow: 'none', fontWeight: 500 } },
    zeroRuntime: true,
    hashed: false,
    cssVar: { key: 'app' },
  }
}

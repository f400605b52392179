import type { SettingTexts } from './en.ts'

export const zh: SettingTexts = {
  label: '设置',
  errors: {
    notWhole: '请输入 {min} 到 {max} 的整数',
    outOfRange: '请输入 {min} 到 {max} 之间的数',
    notAnOption: '{value} 不在可选范围内',
    bothLanguages: '中英文都须填写',
    entryMissing: '缺少条目 {code}：该条目可能已被使用，可停用但不可删除',
    entryCode: '编码须以字母开头，仅限字母、数字、- 和 _（{code}）',
    entryUnknown: '此字典不允许自定义条目（{code}）',
    entryTwice: '条目 {code} 重复',
    labelTwice: '有两个条目同名：{label}',
    noneEnabled: '至少须有一个启用的条目',
    placeholderMissing: '缺少占位符 {name}',
    placeholderUnknown: '此文本没有占位符 {name}',
    notPlain: '只能使用纯文本，不含标签和控制字符',
  },
  menu: { parameters: '系统参数', dictionaries: '数据字典', translations: '翻译' },
  rights: {
    parameterView: '系统参数：查看',
    parameterEdit: '系统参数：编辑',
    parameterPublish: '系统参数：发布',
    dictionaryView: '数据字典：查看',
    dictionaryEdit: '数据字典：编辑',
    dictionaryPublish: '数据字典：发布',
    translationView: '翻译：查看',
    translationEdit: '翻译：编辑',
    translationPublish: '翻译：发布',
  },
}

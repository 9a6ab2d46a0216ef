import { words } from '../../../language/language.js'

/** What a key is about, in the language of the page where it is a common one; else as it was said. */
export function sayAttribute(attribute: string): string {
  return Object.hasOwn(en, attribute) ? t(attribute as keyof typeof en) : attribute
}

const en = {
  age: 'age',
  birthday: 'birthday',
  editor: 'editor',
  email: 'email',
  employer: 'employer',
  language: 'language',
  location: 'location',
  manager: 'manager',
  name: 'name',
  phone: 'phone',
  profession: 'profession',
  role: 'role',
  status: 'status',
  timezone: 'time zone',
}

const t = words({
  en,
  zh: {
    age: '年龄',
    birthday: '生日',
    editor: '编辑器',
    email: '电子邮箱',
    employer: '工作单位',
    language: '语言',
    location: '所在地',
    manager: '上级',
    name: '姓名',
    phone: '电话',
    profession: '职业',
    role: '职务',
    status: '状态',
    timezone: '时区',
  },
})

import type { ComponentChildren } from 'preact'

export interface PartProps {
  readonly title: string
  /** It stands above already; said aloud all the same. */
  readonly isTitleHidden?: boolean
  readonly about?: ComponentChildren
  readonly children?: ComponentChildren
}

/** A named part of a page of the system. */
export function Part({ title, isTitleHidden, about, children }: PartProps) {
  return (
    <section class="part" aria-label={title}>
      <h2 class={isTitleHidden ? 'only-heard' : 'part-title'}>{title}</h2>
      {about !== undefined && <p class="part-about">{about}</p>}
      {children}
    </section>
  )
}

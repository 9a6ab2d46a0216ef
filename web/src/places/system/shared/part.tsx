import type { ComponentChildren } from 'preact'

export interface PartProps {
  readonly title: string
  readonly about?: ComponentChildren
  readonly children?: ComponentChildren
}

/** A named part of a page of the system. */
export function Part({ title, about, children }: PartProps) {
  return (
    <section class="part" aria-label={title}>
      <h2 class="part-title">{title}</h2>
      {about !== undefined && <p class="part-about">{about}</p>}
      {children}
    </section>
  )
}

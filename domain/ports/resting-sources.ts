/** The sources of models that have failed lately and are asked last, by `sourceName`. */
export interface RestingSources {
  read(): Promise<ReadonlySet<string>>;
}

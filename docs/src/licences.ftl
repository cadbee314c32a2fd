# Licences

Everything that a published module compiles against or runs with, whether it comes along or is only worked with when there:
what [each module needs](dependencies.md) and all that that needs in turn. A library under two licences lets you choose.

Written by the release build, which fails on a licence that nobody allowed (the profile `release` in the parent `pom.xml`);
`.ci/run` fails when this page is not what it writes. Versions and hashes are in the SBOM of each module.

Our own licence, Apache-2.0, is `META-INF/LICENSE` in every jar. One thing of others is packed into a jar of ours: the script
and the styles of uPlot, beside its licence, in `resilience4j-adaptive-spring-boot`.
<#list licenseMap as entry><#if entry.getValue()?has_content>

## ${entry.getKey()}

<#list entry.getValue() as library>
- `${library.groupId}:${library.artifactId}`
</#list>
</#if></#list>

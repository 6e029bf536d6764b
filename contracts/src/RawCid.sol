// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The IPFS address of a block that is known by its sha2-256 digest.
/// @notice CIDv1, codec raw (0x55), multihash sha2-256 (0x12, 32 bytes), in base32 lower case without padding.
library RawCid {
    bytes32 private constant ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

    /// @dev The first 30 of the 32 bits 0x01551220 are always the letters `afkrei`; `b` names base32. The last two bits
    /// are zero and lead the next letter, so what remains is 2 zero bits, 256 digest bits and 2 padding bits: 52 letters.
    bytes private constant PREFIX = "ipfs://bafkrei";
    uint256 private constant LETTERS = 52;

    /// @notice `ipfs://bafkrei…` for a digest.
    function toUri(uint256 digest) internal pure returns (string memory) {
        bytes memory letters = new bytes(LETTERS);
        letters[LETTERS - 1] = ALPHABET[(digest & 7) << 2];
        uint256 rest = digest >> 3;
        for (uint256 i = LETTERS - 1; i > 0; --i) {
            letters[i - 1] = ALPHABET[rest & 31];
            rest >>= 5;
        }
        return string.concat(string(PREFIX), string(letters));
    }
}

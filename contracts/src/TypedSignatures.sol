// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title EIP-712 signatures by plain keys.
/// @notice Only ecrecover is asked. Sellers are accounts with a key; one that has taken code by EIP-7702 still signs
/// plainly, and a check that looks for code first would refuse it.
abstract contract TypedSignatures {
    /// @dev An `s` in the upper half of the curve order would be a second encoding of the same signature.
    uint256 private constant MAX_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    string internal constant DOMAIN_NAME = "Verso";
    string internal constant DOMAIN_VERSION = "1";

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    uint256 private immutable _deployChainId;
    bytes32 private immutable _deploySeparator;

    constructor() {
        _deployChainId = block.chainid;
        _deploySeparator = _buildSeparator();
    }

    /// @notice The EIP-712 domain separator on this chain; made anew if the chain's id has changed since deployment.
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _separator();
    }

    /// @notice ERC-5267: the fields of the EIP-712 domain.
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        // 0x0f: name, version, chainId and verifyingContract are used; salt is not.
        return (0x0f, DOMAIN_NAME, DOMAIN_VERSION, block.chainid, address(this), bytes32(0), new uint256[](0));
    }

    /// @dev Whether `signer` has signed the struct. The signature is the compact one of EIP-2098: the top bit of `vs` is
    /// the parity, the rest is `s`.
    function _isSignedBy(address signer, bytes32 structHash, bytes32 r, bytes32 vs) internal view returns (bool) {
        uint256 s = uint256(vs) & uint256(type(int256).max);
        if (s > MAX_S) return false;
        uint8 v = uint8(uint256(vs) >> 255) + 27;
        address recovered = ecrecover(_digest(structHash), v, r, bytes32(s));
        return recovered == signer && recovered != address(0);
    }

    function _digest(bytes32 structHash) private view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", _separator(), structHash));
    }

    function _separator() private view returns (bytes32) {
        return block.chainid == _deployChainId ? _deploySeparator : _buildSeparator();
    }

    function _buildSeparator() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256(bytes(DOMAIN_NAME)),
                keccak256(bytes(DOMAIN_VERSION)),
                block.chainid,
                address(this)
            )
        );
    }
}
